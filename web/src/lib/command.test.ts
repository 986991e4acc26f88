import { expect, test } from "vitest";
import { adviseCommand, quoted, reviewCommand } from "./command";

test("a position is one word of the shell, whatever is in it", () => {
  expect(quoted("it's")).toBe("'it'\\''s'");
  expect(adviseCommand("gin", "eaai", { hand: "As" })).toBe(`echo '{"game":"gin","rules":"eaai","view":{"hand":"As"}}' | facedown advise gin -`);
  expect(reviewCommand("a b.mjlog", 2, 400)).toBe("facedown riichi review 'a b.mjlog' --seat 2 --worlds 400");
});
