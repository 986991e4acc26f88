import { expect, test } from "vitest";
import { EventReader } from "./sse";

test("events are read however the text is cut", () => {
  const text = 'event: progress\ndata: {"a":1}\n\n: comment\n\nevent: answer\ndata: {"b":\ndata: 2}\n\n';
  for (let size = 1; size < text.length; size++) {
    const reader = new EventReader();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...reader.push(text.slice(at, at + size)));
    expect(events).toEqual([
      { event: "progress", data: '{"a":1}' },
      { event: "answer", data: '{"b":\n2}' },
    ]);
  }
});
