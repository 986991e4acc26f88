import { expect, test } from "vitest";
import { margin, percent, signed, thousands } from "./format";

test("values carry a sign, zero has none", () => {
  expect(signed(1.005, 1)).toBe("+1.0");
  expect(signed(-0.26, 1)).toBe("−0.3");
  expect(signed(-0.001, 1)).toBe("0.0");
});

test("an estimate without bounds is exact", () => {
  expect(margin({ value: 1 })).toBe("exact");
  expect(margin({ value: 1, low: 0.5, high: 1.5 })).toBe("± 0.50");
});

test("percentages and thousands", () => {
  expect(percent(0.1234)).toBe("12.3 %");
  expect(thousands(1234567)).toBe("1\u2009234\u2009567");
});
