/** Server-sent events out of a stream of text. */

export interface ServerEvent {
  event: string;
  data: string;
}

/** Splits text that arrives in pieces into events. */
export class EventReader {
  #rest = "";

  /** Takes a piece and returns the events that it completes. */
  push(piece: string): ServerEvent[] {
    this.#rest += piece;
    const blocks = this.#rest.split(/\r?\n\r?\n/);
    this.#rest = blocks.pop() ?? "";
    return blocks.map(readBlock).filter((event) => event.data !== "");
  }
}

function readBlock(block: string): ServerEvent {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return { event, data: data.join("\n") };
}
