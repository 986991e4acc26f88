import { t } from "../texts";
import { EventReader, type ServerEvent } from "./sse";
import { RequestError, Unreachable, type CallOptions, type Engine } from "./types";

/** The engine of the server that serves this page. */
export class HttpEngine implements Engine {
  readonly title = t.engines.http;
  readonly detail = t.engines.httpDetail;

  async call<T>(path: string, request: unknown, options: CallOptions<T> = {}): Promise<T> {
    const streaming = options.onProgress !== undefined;
    let response: Response;
    try {
      response = await fetch(`./v1/${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: streaming ? "text/event-stream" : "application/json",
        },
        body: JSON.stringify(request),
        signal: options.signal ?? null,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Unreachable(t.common.offline);
    }
    if (!response.ok) throw await requestError(response);
    const type = response.headers.get("content-type") ?? "";
    if (streaming && type.startsWith("text/event-stream")) return stream(response, options);
    return (await response.json()) as T;
  }
}

async function requestError(response: Response): Promise<Error> {
  try {
    const body = (await response.json()) as { message?: string; field?: string | null };
    const message = body.message ?? response.statusText;
    return new RequestError(body.field ? `${body.field}: ${message}` : message, body.field ?? null);
  } catch {
    return new RequestError(`${response.status} ${response.statusText}`);
  }
}

async function stream<T>(response: Response, options: CallOptions<T>): Promise<T> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const event of events.push(value)) {
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
    throw new RequestError(String(data["message"] ?? "unknown error"), (data["field"] as string) ?? null);
  }
  if (event.event === "progress" && data["answer"]) options.onProgress?.(data["answer"] as T);
  return undefined;
}
