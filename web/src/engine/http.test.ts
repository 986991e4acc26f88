import { expect, test } from "vitest";
import { toHttp } from "./http";

test("calls at a table have the table in the path and the token in a header", () => {
  const seat = { table: "abc", token: "secret" };
  expect(toHttp("gin/deadwood", { hands: ["As"] })).toMatchObject({ method: "POST", path: "./v1/gin/deadwood", body: '{"hands":["As"]}' });
  expect(toHttp("tables/create", { game: "gin" })).toMatchObject({ method: "POST", path: "./v1/tables" });
  expect(toHttp("tables/look", { ...seat, since: 3 })).toEqual({ method: "GET", path: "./v1/tables/abc?since=3", headers: { "facedown-seat": "secret" }, body: null });
  expect(toHttp("tables/history", seat)).toMatchObject({ method: "GET", path: "./v1/tables/abc/history" });
  expect(toHttp("tables/remove", seat)).toEqual({ method: "DELETE", path: "./v1/tables/abc", headers: { "facedown-seat": "secret" }, body: null });
  const acted = toHttp("tables/act", { ...seat, action: 5, seen: 2 });
  expect(acted).toMatchObject({ method: "POST", path: "./v1/tables/abc/act", body: '{"action":5,"seen":2}' });
  expect(acted.headers["facedown-seat"]).toBe("secret");
});
