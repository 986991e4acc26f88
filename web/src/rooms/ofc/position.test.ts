import { expect, test } from "vitest";
import { allCards, cardsAt, commandLine, emptyPosition, formatBoard, fromParams, moved, parseBoard, toParams } from "./position";

test("a position reads back from its address", () => {
  const position = fromParams({ board: "Qs / 7h 7c / 2s 3s", deal: "Ah Kd 7d", dead: "9c", opponent1: " / Kc / " });
  expect(fromParams(toParams(position))).toEqual(position);
  expect(allCards(position)).toHaveLength(10);
  expect(commandLine(position)).toBe(
    'facedown ofc solve --board "Qs / 7h 7c / 2s 3s" --deal "Ah Kd 7d" --dead "9c" --opponent " / Kc / "',
  );
});

test("cards move between places, and a full row takes no more", () => {
  const top = { kind: "row", board: 0, row: "top" } as const;
  let position = emptyPosition();
  for (const card of ["As", "Ks", "Qs", "Js"]) position = moved(position, card, null, top);
  expect(cardsAt(position, top)).toEqual(["As", "Ks", "Qs"]);
  position = moved(position, "Ks", top, { kind: "dead" });
  expect(formatBoard(position.boards[0]!)).toBe("As Qs /  / ");
  expect(position.dead).toEqual(["Ks"]);
  expect(moved(position, "As", top, null).boards[0]!.top).toEqual(["Qs"]);
});

test("a board's text may leave rows out", () => {
  expect(parseBoard("Qs")).toEqual({ top: ["Qs"], middle: [], bottom: [] });
});
