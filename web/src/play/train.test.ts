import type { OfcView, PlacementAnswer, SolveAnswer } from "../engine";
import { expect, test } from "vitest";
import type { ActAnswer } from "../ui/Options.svelte";
import { byClass, byDay, type Kept } from "./profile";
import { dueSpot, keepOutcome, waitingSpots } from "./repeats";
import { placementsAsOptions, solveRequest } from "./placements";
import { difficultyOf, generator, seedOfDay, type Spot } from "./spots";

test("a seed gives the same numbers, another seed others", () => {
  const draw = (seed: number): number[] => Array.from({ length: 4 }, generator(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw(7).every((number) => number >= 0 && number < 1)).toBe(true);
});

test("the puzzle of the day depends on family and date alone", () => {
  expect(seedOfDay("gin", "2026-11-17")).toBe(seedOfDay("gin", "2026-11-17"));
  expect(seedOfDay("gin", "2026-11-17")).not.toBe(seedOfDay("gin", "2026-11-18"));
  expect(seedOfDay("gin", "2026-11-17")).not.toBe(seedOfDay("ofc", "2026-11-17"));
});

test("a spot is as hard as its best two are close", () => {
  const answer = (values: number[]): ActAnswer => ({ actions: values.map((value) => ({ value, proven: null })) }) as unknown as ActAnswer;
  expect(difficultyOf(answer([10, 1, 0]))).toBe("easy");
  expect(difficultyOf(answer([10, 8, 0]))).toBe("medium");
  expect(difficultyOf(answer([10, 9.9, 0]))).toBe("hard");
});

test("a missed spot comes back, and goes once it is known three times", async () => {
  const spot = { id: "gin 5", family: "gin", answer: {} } as unknown as Spot;
  const minute = 60_000;
  await keepOutcome(spot, false, 0);
  expect(await waitingSpots("gin"), "a spot that was known at once is not kept").toBe(0);
  await keepOutcome(spot, true, 0);
  expect(await dueSpot("gin", 9 * minute)).toBeNull();
  expect((await dueSpot("gin", 10 * minute))?.id).toBe("gin 5");
  await keepOutcome(spot, false, 0);
  expect(await dueSpot("gin", 60 * minute)).toBeNull();
  expect((await dueSpot("gin", 24 * 60 * minute))?.id).toBe("gin 5");
  await keepOutcome(spot, false, 0);
  await keepOutcome(spot, false, 0);
  expect(await waitingSpots("gin")).toBe(0);
});

test("the profile sums losses by class and by day", () => {
  const kept = (at: string, loss: number): Kept => ({ at: Date.parse(at), game: "gin", class: "discard", loss, mistake: loss > 1, source: "play" });
  const list = [kept("2026-11-16T10:00Z", 2), kept("2026-11-16T11:00Z", 0), kept("2026-11-17T10:00Z", 1)];
  expect(byClass(list)).toMatchObject([{ game: "gin", class: "discard", decisions: 3, mistakes: 1, loss: 3, mean: 1 }]);
  expect(byDay(list)).toMatchObject([{ day: "2026-11-16", mean: 1, decisions: 2 }, { day: "2026-11-17", mean: 1, decisions: 1 }]);
});

test("placements of the solver are options in the notation of the seat's actions", () => {
  const view = { seat: 1, boards: ["As / / ", "Qs / 7d / Td"], hand: "Ah Th 9s", discards: "3d" } as Partial<OfcView> as OfcView;
  expect(solveRequest(view)).toEqual({ board: "Qs / 7d / Td", deal: "Ah Th 9s", dead: "3d", opponents: ["As / / "] });
  const placement: Partial<PlacementAnswer> = { placed: [["Th", "bottom"], ["Ah", "top"]], discard: "9s", board: "", value: 2, foul: 0, fantasyland: 0, royalties: 0, interval: null, behind: 0, behind_interval: null, visits: 0 };
  const [option] = placementsAsOptions({ street: 3, exact: true, how: "enumerated", modelled: null, iterations: 0, seconds: 0, placements: [placement as PlacementAnswer] } as Partial<SolveAnswer> as SolveAnswer, view).actions;
  expect(option).toMatchObject({ text: "tbx", about: "top Ah, bottom Th, out 9s", value: 2, proven: 2 });
});
