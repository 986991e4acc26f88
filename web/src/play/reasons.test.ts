import { expect, test } from "vitest";
import { passReason } from "./reasons";

const HAND = ["As", "Qs", "4s", "3s", "Kh", "2h", "9d", "8d", "7d", "6d", "5c", "4c", "3c"];

test("a pass in Hearts has a reason, whatever is passed", () => {
  expect(passReason(HAND, ["As", "Qs", "Kh"])).toBe("It gives away As Qs, by which the queen of spades could cost you 13 points. It gives away 3 of your 3 cards from the ten up.");
  expect(passReason(HAND, ["5c", "4c", "3c"])).toBe("It leaves you without ♣. The queen of spades stays, with 2 spades below her.");
  const low = HAND.filter((card) => card !== "Qs");
  expect(passReason(low, ["9d", "8d", "5c"])).toBe("It leaves you 2 cards of ♦. It leaves you 2 cards of ♣.");
  for (let first = 0; first < 11; first++) expect(passReason(HAND, HAND.slice(first, first + 3))).toMatch(/\.$/);
});
