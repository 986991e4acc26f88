import { expect, test } from "vitest";
import { formatAddress, parseAddress } from "./address.svelte";

test("an address reads back as itself", () => {
  const address = { room: "ofc", params: { deal: "As Kd", board: "Q / / " } };
  expect(parseAddress(formatAddress(address))).toEqual(address);
});

test("no hash is the front, empty parameters are left out", () => {
  expect(parseAddress("")).toEqual({ room: "", params: {} });
  expect(formatAddress({ room: "gin", params: { hand: "" } })).toBe("#/gin");
});
