import { expect, expectWellMade, openTable, playHand, tasksDuring, test } from "./fixtures";

// Minutes: for `make test-all`.
test.skip(!process.env.FACEDOWN_LONG, "long: set FACEDOWN_LONG=1");

const ROOMS = ["#/", "#/play", "#/train", "#/riichi?tiles=123m406p7789s1122z", "#/review", "#/ofc?board=Qs+%2F+7h+7c+%2F+2s+3s&deal=Ah+Kd+7d", "#/ofc?mode=book&five=As+Kd+7h+7c+2s", "#/ofc?mode=fantasy&cards=As+Ad+7h+7c+2s+3s+4s+5s+Kd+Kh+9c+9d+Tc+Jc", "#/ofc?mode=score", "#/gin?hand=As+2s+3s+7d+7h+7c+Kd+Kh+9s+4c+Jd", "#/tricks", "#/profile", "#/docs"];

for (const [width, colorScheme] of [[820, "light"], [820, "dark"], [360, "light"], [360, "dark"], [1600, "dark"]] as const) {
  test(`every room at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const room of ROOMS) {
      await page.goto("about:blank");
      await page.goto(room);
      await expect(page.locator("h1").first()).toBeVisible();
      await page.waitForTimeout(500);
      await expectWellMade(page);
    }
  });
}

for (const [name, params] of [["gin", "game=gin"], ["Hearts", "game=hearts"], ["Oh Hell for seven", "game=oh-hell&seats=7"], ["open-face", "game=ofc"], ["riichi, east only", "game=riichi&length=tonpu"]] as const) {
  test(`a whole match of ${name}`, async ({ page }) => {
    test.setTimeout(600_000);
    await openTable(page, `${params}&strength=easy`);
    const next = page.getByRole("button", { name: "Next hand" });
    const again = page.getByRole("button", { name: "Play again" });
    for (let hand = 0; hand < 60; hand++) {
      await playHand(page, 2000);
      if (await again.isVisible()) break;
      await next.click();
      await expect(page.locator("#hand-over")).toBeHidden();
    }
    await expect(again).toBeVisible();
  });
}

test("a search never blocks the page: no task of its thread takes 50 ms of processor time", async ({ page, browser }) => {
  await page.goto("#/ofc?deal=As+Kd+7h+7c+2s");
  await page.getByLabel("Time").selectOption("5");
  await page.waitForTimeout(1500);
  const tasks = await tasksDuring(browser, async () => {
    await page.getByRole("button", { name: "Solve" }).click();
    await expect(page.getByText("Searched; intervals are 95 %.")).toBeVisible({ timeout: 20_000 });
  });
  expect(tasks.length).toBeGreaterThan(50);
  expect(Math.max(...tasks)).toBeLessThan(50);
});

test("drawing never blocks the page: rooms with many tiles, the review and its steps, a riichi hand", async ({ page, browser }) => {
  const tasks = await tasksDuring(browser, async () => {
    await page.goto("#/riichi?tiles=123m406p7789s1122z");
    await expect(page.getByRole("img", { name: /Expected points/ })).toBeVisible({ timeout: 60_000 });
    await page.goto("#/review?worlds=100");
    await page.getByRole("button", { name: "Example" }).click();
    await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 90_000 });
    await page.getByRole("heading", { level: 1 }).click();
    for (let step = 0; step < 40; step++) await page.keyboard.press("ArrowRight");
    for (const round of await page.getByRole("region", { name: "Rounds" }).getByRole("button").all()) await round.click();
    await openTable(page, "game=riichi&length=hand&strength=easy");
    await playHand(page);
  });
  expect(tasks.length).toBeGreaterThan(500);
  expect(Math.max(...tasks)).toBeLessThan(50);
});
