import { t } from "../texts";
import { setEngineLocked } from "./status.svelte";
import type { Calls } from "./schema";
import { EventReader, type ServerEvent } from "./sse";
import { RequestError, Unreachable, type CallOptions, type Engine } from "./types";

const TOKEN = "facedown.token";

/** Keeps the token of a server that needs one, for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
  setEngineLocked(false);
}

/** A request as HTTP has it: calls at a table have the table in the path and the token in a header. */
export interface Sent {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Returns the HTTP request of a call. */
export function toHttp(call: string, request: object): Sent {
  const json = { "content-type": "application/json" };
  if (!call.startsWith("tables/")) return { method: "POST", path: `./v1/${call}`, headers: json, body: JSON.stringify(request) };
  if (call === "tables/create") return { method: "POST", path: "./v1/tables", headers: json, body: JSON.stringify(request) };
  const { table, token, since, ...rest } = request as { table: string; token: string; since?: number };
  const headers = { "facedown-seat": token };
  const path = `./v1/tables/${encodeURIComponent(table)}`;
  const end = call.slice("tables/".length);
  if (end === "look") return { method: "GET", path: since ? `${path}?since=${since}` : path, headers, body: null };
  if (end === "remove") return { method: "DELETE", path, headers, body: null };
  if (end === "history") return { method: "GET", path: `${path}/history`, headers, body: null };
  return { method: "POST", path: `${path}/${end}`, headers: { ...json, ...headers }, body: JSON.stringify(rest) };
}

/** Milliseconds between two reports on a search: reading and drawing them must not block the page. */
const REPORT = 200;

/** The engine of the server that serves this page. */
export class HttpEngine implements Engine {
  readonly kind = "http";
  readonly title = t.engines.http;
  readonly detail = t.engines.httpDetail;
  readonly patience = 60;

  async call<K extends keyof Calls>(path: K, request: Calls[K]["request"], options: CallOptions<Calls[K]["answer"]> = {}): Promise<Calls[K]["answer"]> {
    const streaming = options.onProgress !== undefined || options.onShare !== undefined;
    const sent = toHttp(path, request);
    const token = sessionStorage.getItem(TOKEN);
    let response: Response;
    try {
      response = await fetch(sent.path, {
        method: sent.method,
        headers: { ...sent.headers, ...(token ? { authorization: `Bearer ${token}` } : {}), accept: streaming ? "text/event-stream" : "application/json" },
        body: sent.body,
        signal: options.signal ?? null,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Unreachable(t.common.offline);
    }
    if (response.status === 401) setEngineLocked(true);
    if (!response.ok) throw await requestError(response);
    const type = response.headers.get("content-type") ?? "";
    if (streaming && type.startsWith("text/event-stream")) return stream(response, options);
    return (await response.json()) as Calls[K]["answer"];
  }
}

async function requestError(response: Response): Promise<Error> {
  try {
    const body = (await response.json()) as { message?: string; field?: string | null; kind?: string };
    const message = body.message ?? response.statusText;
    return new RequestError(body.field ? `${body.field}: ${message}` : message, body.field ?? null, body.kind);
  } catch {
    return new RequestError(`${response.status} ${response.statusText}`);
  }
}

async function stream<T>(response: Response, options: CallOptions<T>): Promise<T> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  let reported = Number.NEGATIVE_INFINITY;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const event of events.push(value)) {
        if (event.event === "progress") {
          if (performance.now() - reported < REPORT) continue;
          reported = performance.now();
        }
        const answer = take(event, options);
        if (answer !== undefined) return answer;
      }
    }
  } catch (error) {
    if (options.signal?.aborted || error instanceof RequestError) throw error;
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (options.signal?.aborted) throw new DOMException("cancelled", "AbortError");
  throw new Unreachable(t.common.offline);
}

/** Passes progress on; returns the final answer, and throws an error that came instead. */
function take<T>(event: ServerEvent, options: CallOptions<T>): T | undefined {
  const data = JSON.parse(event.data) as Record<string, unknown>;
  if (event.event === "answer") return data as T;
  if (event.event === "error") {
    throw new RequestError(String(data["message"] ?? "unknown error"), (data["field"] as string) ?? null, data["kind"] as string);
  }
  if (event.event === "progress") {
    if (data["answer"]) options.onProgress?.(data["answer"] as T);
    else if (typeof data["share"] === "number") options.onShare?.(data["share"]);
  }
  return undefined;
}

export function createEngine(): Engine {
  return new HttpEngine();
}
