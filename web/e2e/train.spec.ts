import { expect, expectWellMade, test } from "./fixtures";

interface Solved {
  actions: { text: string; value: number | null; proven: number | null }[];
}

for (const family of ["gin", "tricks"] as const) {
  test(`the trainer's grade equals the solver's: ${family}`, async ({ page, request }) => {
    const asked: string[] = [];
    page.on("request", (one) => {
      if (one.url().endsWith("/v1/act") && one.postData()?.includes('"iterations"')) asked.push(one.postData()!);
    });
    await page.goto(`#/train?family=${family}&seed=7`);
    const hand = page.getByRole("group", { name: "Your hand" });
    await hand.locator('button[aria-disabled="false"]').first().click({ timeout: 60_000 });
    await expect(page.locator(".verdict")).toBeVisible({ timeout: 60_000 });
    const solved = (await (await request.post("v1/act", { data: JSON.parse(asked[0]!) as object })).json()) as Solved;
    const value = (one: Solved["actions"][number]): number => one.proven ?? one.value ?? 0;
    const played = await page.locator("tr.played td").first().getByRole("img").first().getAttribute("aria-label");
    const row = page.locator("tr.played");
    await expect(row).toHaveCount(1);
    const valued = solved.actions.filter((one) => one.value !== null || one.proven !== null);
    const words = (await page.locator(".verdict").innerText()).replace("−", "-");
    const shown = words.startsWith("Best") ? 0 : -Number.parseFloat(words);
    const losses = valued.map((one) => value(valued[0]!) - value(one));
    expect(losses.some((loss) => Math.abs(loss - shown) < 0.006), `${played}: ${shown} of ${losses.join(" ")}`).toBe(true);
  });
}

test("the trainer's grade equals the solver's: open-face", async ({ page, request }) => {
  const asked: string[] = [];
  page.on("request", (one) => {
    if (one.url().endsWith("/v1/ofc/solve")) asked.push(one.postData()!);
  });
  await page.goto("#/train?seed=21");
  const cards = page.getByRole("group", { name: "Your cards" }).getByRole("button");
  await expect(cards.first()).toBeVisible({ timeout: 60_000 });
  for (const key of ["b", "m", "t", "b", "m"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Place", exact: true }).click();
  await expect(page.locator(".verdict")).toBeVisible({ timeout: 60_000 });
  const solved = (await (await request.post("v1/ofc/solve", { data: JSON.parse(asked[0]!) as object })).json()) as { placements: { value: number }[] };
  const words = (await page.locator(".verdict").innerText()).replace("−", "-");
  const shown = words.startsWith("Best") ? 0 : -Number.parseFloat(words);
  const losses = solved.placements.map((one) => solved.placements[0]!.value - one.value);
  expect(losses.some((loss) => Math.abs(loss - shown) < 0.006), `${shown}`).toBe(true);
});

test("the trainer's grade equals the reviewer's: riichi", async ({ page, request }) => {
  const asked: string[] = [];
  page.on("request", (one) => {
    if (one.url().endsWith("/v1/riichi/opinion")) asked.push(one.postData()!);
  });
  await page.goto("#/train?family=riichi&seed=7");
  const hand = page.getByRole("group", { name: "Your hand" });
  const tile = hand.locator('button[aria-disabled="false"]').nth(3);
  await tile.click({ timeout: 60_000 });
  await expect(page.locator(".verdict")).toBeVisible({ timeout: 60_000 });
  interface Opinion {
    options: { text: string; value: number; loss: number; confirmed: boolean }[];
  }
  const solved = (await (await request.post("v1/riichi/opinion", { data: JSON.parse(asked[0]!) as object })).json()) as Opinion;
  const played = await page.locator("tr.played td").first().getByRole("img").first().getAttribute("aria-label");
  const rows = await page.locator("table.data tbody tr td:first-child").evaluateAll((cells) => cells.map((cell) => cell.querySelector("[role=img]")?.getAttribute("aria-label")));
  const own = solved.options[rows.indexOf(played)]!;
  const words = (await page.locator(".verdict").innerText()).replace("−", "-");
  const shown = words.startsWith("Best") ? 0 : -Number.parseFloat(words);
  expect(Math.abs(shown - own.loss)).toBeLessThan(0.51);
  expect(await page.locator(".verdict .tag.bad").count()).toBe(own.confirmed && own.loss > 0 ? 1 : 0);
});

test("the table of a spot is not kept by the server", async ({ page, request }) => {
  const seats: { table: string; token: string }[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/v1/tables") && response.ok()) {
      const made = (await response.json()) as { table: string; tokens: { token: string }[] };
      seats.push({ table: made.table, token: made.tokens[0]!.token });
    }
  });
  await page.goto("#/train?family=gin&seed=5");
  await expect(page.getByRole("group", { name: "Your hand" })).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => seats.length).toBeGreaterThan(0);
  const status = async (): Promise<number[]> => Promise.all(seats.map(async ({ table, token }) => (await request.get(`v1/tables/${table}`, { headers: { "facedown-seat": token } })).status()));
  await expect.poll(status).toEqual(seats.map(() => 404));
});

test("the puzzle of the day is the same for everybody", async ({ page, context }) => {
  const positions: string[] = [];
  for (const one of [page, await context.newPage()]) {
    await one.goto("#/train?family=gin&day=2026-11-17");
    await expect(one.getByText("puzzle of 2026-11-17")).toBeVisible({ timeout: 60_000 });
    positions.push(await one.getByRole("group", { name: "Your hand" }).innerHTML());
  }
  expect(positions[0]).toBe(positions[1]);
});

test("the trainer is well made", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("#/train?family=tricks&seed=3");
  await page.getByRole("group", { name: "Your hand" }).locator('button[aria-disabled="false"]').first().click({ timeout: 60_000 });
  await expect(page.locator(".verdict")).toBeVisible({ timeout: 60_000 });
  await expectWellMade(page);
  await page.goto("#/profile");
  await expect(page.getByRole("heading", { name: "Points lost by class" })).toBeVisible();
  await expectWellMade(page);
});
