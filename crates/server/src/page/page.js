"use strict";
// Lists every call of the OpenAPI document with its fields, and a form to try it.

const make = (tag, fields = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), fields);
  element.append(...children);
  return element;
};

let schemas = {};
const resolve = (schema) =>
  schema && schema.$ref ? resolve(schemas[schema.$ref.split("/").pop()]) : schema || {};

// A request made of the examples of its fields.
function example(schema) {
  const found = resolve(schema);
  if (found.example !== undefined) return found.example;
  const body = {};
  for (const [name, field] of Object.entries(found.properties || {})) {
    const needed = (found.required || []).includes(name);
    const value = resolve(field);
    if (field.example !== undefined) body[name] = field.example;
    else if (needed && value.type === "array") body[name] = [];
    else if (needed && value.properties) body[name] = example(value);
    else if (needed) body[name] = value.type === "object" ? {} : "";
  }
  return body;
}

function fields(schema) {
  const found = resolve(schema);
  const rows = Object.entries(found.properties || {}).map(([name, field]) =>
    make("tr", {},
      make("td", {}, make("code", { textContent: name })),
      make("td", { textContent: (found.required || []).includes(name) ? "required" : "" }),
      make("td", { textContent: field.description || resolve(field).description || "" })));
  return make("table", {}, make("tbody", {}, ...rows));
}

function headers(stream) {
  const all = { "Content-Type": "application/json" };
  const bearer = document.getElementById("bearer").value.trim();
  const seat = document.getElementById("seat").value.trim();
  if (bearer) all.Authorization = `Bearer ${bearer}`;
  if (seat) all["Facedown-Seat"] = seat;
  if (stream) all.Accept = "text/event-stream";
  return all;
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
};

async function send(method, path, body, stream, output, signal) {
  output.textContent = "…";
  const begun = performance.now();
  const options = { method, headers: headers(stream), signal };
  if (method === "POST") options.body = body;
  try {
    const response = await fetch(path.replace(/^\//, ""), options);
    const streams = (response.headers.get("Content-Type") || "").startsWith("text/event-stream");
    if (!streams) {
      const text = await response.text();
      const time = (performance.now() - begun).toFixed(1);
      output.textContent = `${response.status} in ${time} ms\n${pretty(text)}`;
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const name = (part.match(/^event: ?(.*)$/m) || [])[1];
        const data = (part.match(/^data: ?(.*)$/m) || [])[1];
        if (name) output.textContent = `${name}\n${pretty(data || "")}`;
      }
    }
  } catch (error) {
    output.textContent = error.name === "AbortError" ? "stopped" : String(error);
  }
}

function form(method, path, operation) {
  const media = operation.requestBody && operation.requestBody.content["application/json"];
  const text = make("textarea", { spellcheck: false });
  if (media) text.value = JSON.stringify(example(media.schema), null, 1);
  const output = make("pre", { textContent: "" });
  const address = make("input", { value: path, size: 50 });
  let running = new AbortController();
  const button = (label, stream) => {
    const element = make("button", { textContent: label, type: "button" });
    element.onclick = () => {
      running.abort();
      running = new AbortController();
      send(method, address.value, text.value, stream, output, running.signal);
    };
    return element;
  };
  const stop = make("button", { textContent: "Stop", type: "button", onclick: () => running.abort() });
  const parts = [make("p", {}, make("label", {}, `${method} `, address))];
  if (media) parts.push(fields(media.schema), text);
  const streams = method === "POST" && operation.responses["200"].content["text/event-stream"];
  parts.push(make("p", {}, button("Send", false), ...(streams ? [button("Stream", true), stop] : [])));
  return [...parts, output];
}

async function load() {
  const description = await (await fetch("openapi.json")).json();
  schemas = description.components.schemas;
  document.getElementById("about").textContent = description.info.description;
  const calls = document.getElementById("calls");
  calls.replaceChildren();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = method.toUpperCase();
      calls.append(make("details", {},
        make("summary", {}, make("code", { textContent: `${name} ${path}` }), ` ${operation.summary}`),
        ...form(name, path, operation)));
    }
  }
}

load().catch((error) => {
  document.getElementById("calls").textContent = String(error);
});
