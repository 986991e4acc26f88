// Writes the types of every call from the OpenAPI document: `Calls` names the request and the answer
// of each, as `engine.call` takes and returns them. The document is committed and tested against the
// service, so that what is written here need not be committed; `npm run check` and `npm run dev` write
// it first.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const document = JSON.parse(readFileSync(path("../../docs/reference/openapi.json"), "utf8"));
const { schemas } = document.components;
const LITERALS = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

const about = (schema, indent) => (schema.description ? `${indent}/** ${schema.description.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n` : "");
const named = (reference) => reference.split("/").at(-1);
const union = (parts) => [...new Set(parts)].join(" | ");
const grouped = (type) => (/[|&]/.test(type) ? `(${type})` : type);

/** Returns the TypeScript type of a schema. */
function typeOf(schema, indent = "") {
  if (schema.$ref) return named(schema.$ref);
  if (schema.oneOf ?? schema.anyOf) return union((schema.oneOf ?? schema.anyOf).map((one) => typeOf(one, indent)));
  if (schema.allOf) return schema.allOf.map((one) => grouped(typeOf(one, indent))).join(" & ");
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
  if (schema.type === undefined) return "unknown";
  return union([schema.type].flat().map((type) => LITERALS[type] ?? (type === "array" ? arrayOf(schema, indent) : objectOf(schema, indent))));
}

function arrayOf(schema, indent) {
  if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeOf(one, indent)).join(", ")}]`;
  const item = typeOf(schema.items ?? {}, indent);
  const { minItems = 0, maxItems = 0 } = schema;
  if (minItems > 0 && minItems === maxItems) return `[${Array(minItems).fill(item).join(", ")}]`;
  return `${grouped(item)}[]`;
}

function objectOf(schema, indent) {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) {
    const others = schema.additionalProperties;
    if (others === false) return "Record<string, never>";
    const keys = schema.propertyNames ? `[key in ${typeOf(schema.propertyNames)}]?` : "[key: string]";
    return `{ ${keys}: ${others && others !== true ? typeOf(others, indent) : "unknown"} }`;
  }
  const required = new Set(schema.required ?? []);
  const inner = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    // The service leaves a field out rather than write null, unless the field is required.
    const type = required.has(name) ? `: ${typeOf(field, inner)}` : `?: ${typeOf(field, inner).replace(/ \| null$|^null \| /, "")}`;
    return `${about(field, inner)}${inner}${key}${type};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

/** Returns the request and the answer of every call, by the call's name. */
function calls() {
  const lines = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.values(methods).flatMap((operation) => {
      const answer = operation.responses?.["200"]?.content?.["application/json"]?.schema;
      if (!at.startsWith("/v1/") || !answer || operation.operationId.startsWith("get_")) return [];
      const table = at.startsWith("/v1/tables/{id}");
      const name = table ? operation.operationId.replace("_", "/") : at === "/v1/tables" ? "tables/create" : at.slice("/v1/".length);
      const body = operation.requestBody?.content["application/json"].schema;
      const fields = body?.$ref ? [named(body.$ref)] : [];
      // At a table the path and a header hold what the engine takes with the other fields.
      const request = table ? ["AtTable", ...fields].join(" & ") : (fields[0] ?? "Record<string, never>");
      return [`  ${JSON.stringify(name)}: { request: ${request}; answer: ${typeOf(answer)} };\n`];
    }),
  );
  return `/** The request and the answer of every call. */\nexport interface Calls {\n${lines.join("")}}\n`;
}

const types = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => `${about(schema, "")}export type ${name} = ${typeOf(schema)};\n`);
const head = "// Written by scripts/types.mjs from docs/reference/openapi.json.\n\n/** A seat at a table. */\nexport interface AtTable {\n  table: string;\n  token: string;\n  since?: number;\n}\n";
writeFileSync(path("../src/engine/schema.ts"), [head, calls(), ...types].join("\n"));
