import { expect, test } from "vitest";
import type { ActAnswer, Option } from "../ui/Options.svelte";
import { opinionAsAdvice } from "./advise";
import { classOf } from "./classes";
import { gradeOf, sameMove } from "./grade";

function option(text: string, value: number, half: number | null): Option {
  return { action: 0, text, about: "", visits: 1, value, ci: half === null ? null : [value - half, value + half], proven: half === null ? value : null, share: 0, line: [] };
}
const answer = (actions: Option[]): ActAnswer => ({ game: "hearts", bot: "search", seat: 0, action: 0, text: "", actions, totals: { iterations: 1, worlds: 1, seconds: 0, stop: "" } });

test("a loss is the gap to the best option, a mistake one beyond its interval", () => {
  const graded = gradeOf(answer([option("5c", 3, 0.3), option("7c", 1, 0.4)]), "7c", {});
  expect(graded).toMatchObject({ loss: 2, mistake: true, best: "5c" });
  expect(graded?.margin).toBeCloseTo(0.5);
  expect(gradeOf(answer([option("5c", 3, 2), option("7c", 1, 2)]), "7c", {})?.mistake).toBe(false);
  expect(gradeOf(answer([option("5c", 3, 0.3)]), "5c", {})).toMatchObject({ loss: 0, mistake: false });
});

test("a move that the search did not try counts like the worst that was", () => {
  const untried = { ...option("2d", 0, 1), value: null, ci: null };
  const graded = gradeOf(answer([option("5c", 3, 0.3), option("7c", 1, 0.4), untried]), "2d", {});
  expect(graded).toMatchObject({ loss: 2, untried: true, mistake: true, played: "2d" });
});

test("a value without an interval gives no grade, a move that was never tried counts like the worst", () => {
  const once = { ...option("7c", 1, 1), ci: null };
  const both = [option("5c", 3, 0.3), option("6c", 2, 0.3)];
  expect(gradeOf(answer([...both, once]), "7c", {})).toBeNull();
  const never = { ...once, value: null };
  expect(gradeOf(answer([...both, never]), "7c", {})).toMatchObject({ loss: 1, untried: true, mistake: true });
});

test("paired playouts have their own interval, and decide what is a mistake", () => {
  const advice = (confirmed: boolean): ActAnswer =>
    opinionAsAdvice({
      seat: 0, bot: "reviewer", worlds: 100,
      options: [
        { text: "5p", value: -100, ci: [-120, -80], loss: 0, loss_ci: null, confirmed: false },
        { text: "2z", value: -400, ci: [-450, -350], loss: 300, loss_ci: [290, 310], confirmed },
      ],
    });
  expect(gradeOf(advice(true), "2z*", {})).toMatchObject({ loss: 300, margin: 10, mistake: true, best: "5p", class: "discard" });
  expect(gradeOf(advice(false), "2z", {})).toMatchObject({ loss: 300, mistake: false });
  expect(gradeOf(advice(true), "5p", {})).toMatchObject({ loss: 0, mistake: false });
});

test("proven values have no interval, unknown moves no grade", () => {
  expect(gradeOf(answer([option("5c", 3, null), option("7c", 2, null)]), "7c", {})).toMatchObject({ loss: 1, margin: null, mistake: true });
  expect(gradeOf(answer([option("5c", 3, 1)]), "2d", {})).toBeNull();
});

test("the order of cards does not matter, rows do", () => {
  expect(sameMove("pass As Kd 4c", "pass 4c As Kd")).toBe(true);
  expect(sameMove("As Kd / 2c / ", "Kd As / 2c /")).toBe(true);
  expect(sameMove("As / Kd / ", "Kd / As / ")).toBe(false);
  expect(sameMove("4z*", "4z")).toBe(true);
});

test("decisions fall into classes", () => {
  expect(classOf("gin", { phase: "discard" }, "knock")).toBe("knock");
  expect(classOf("gin", { phase: "draw" }, "stock")).toBe("draw");
  expect(classOf("riichi", { asked: true }, "pass")).toBe("call");
  expect(classOf("riichi", {}, "riichi 5p")).toBe("riichi");
  expect(classOf("ofc", { seat: 1, fantasy: [0, 14], streets: [[], []] }, "")).toBe("fantasyland");
  expect(classOf("hearts", { now: { phase: "play" }, tricks: [{ cards: ["2c"] }], scores: [0, 0, 0, 0] }, "5c")).toBe("follow");
  expect(classOf("spades", { now: { phase: "bid" } }, "3")).toBe("bid");
});
