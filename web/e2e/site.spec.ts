import { SERVER } from "../playwright.config";
import { base, expect, expectWellMade, openTable, playHand, test } from "./fixtures";

// The static site: no server, the engine is WebAssembly in a worker.

test("the front says where the engine runs", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByText("Engine: your browser")).toBeVisible();
  await expectWellMade(page);
});

test("gin: exact deadwood by WebAssembly", async ({ page }) => {
  await page.goto("#/gin?hand=As+2s+3s+7d+7h+7c+Kd+Kh+9s+4c+Jd");
  await expect(page.getByText("points of deadwood")).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".figure b")).toHaveText("33");
});

test("open-face: a search in the browser improves live and can be stopped", async ({ page }) => {
  await page.goto("#/ofc?board=Qs+%2F+7h+7c+%2F+2s+3s&deal=Ah+Kd+7d");
  await page.getByLabel("Time").selectOption("60");
  await page.getByRole("button", { name: "Solve" }).click();
  const effort = page.getByText(/iterations, [\d.]+ s\./);
  await expect(effort).toBeVisible({ timeout: 60_000 });
  const first = await effort.innerText();
  await expect(effort).not.toHaveText(first);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Solve" })).toBeVisible();
  expect(await page.getByRole("row").count()).toBeGreaterThan(10);
});

test("riichi: acceptance and expected points by WebAssembly", async ({ page }) => {
  await page.goto("#/riichi?tiles=123m406p7789s1122z");
  await expect(page.getByRole("heading", { name: "Tenpai" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("img", { name: /Expected points/ })).toBeVisible({ timeout: 60_000 });
});

test("riichi review: a log is reviewed by WebAssembly", async ({ page }) => {
  await page.goto("#/review?worlds=100");
  await page.getByRole("button", { name: "Example" }).click();
  await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 180_000 });
  await expect(page.getByText(/mistakes in \d+ decisions/)).toBeVisible();
  await page.getByRole("region", { name: "Rounds" }).getByRole("button").first().click();
  await page.getByRole("button", { name: "Danger of each discard" }).click();
  await expect(page.getByRole("columnheader", { name: "Deals in" })).toBeVisible();
});

for (const family of ["gin", "tricks", "riichi", "ofc"]) {
  base(`the puzzle of the day is the same in both engines: ${family}`, async ({ page, context }) => {
    const server = process.env.FACEDOWN_PAGE ?? `http://127.0.0.1:${SERVER}/`;
    const positions: string[] = [];
    for (const [one, start] of [[page, "./"], [await context.newPage(), server]] as const) {
      await one.goto(`${start}#/train?family=${family}&day=2026-11-17`);
      await expect(one.getByText("puzzle of 2026-11-17")).toBeVisible({ timeout: 120_000 });
      const hand = one.getByRole("group", { name: family === "ofc" ? "Your cards" : "Your hand" }).getByRole("button");
      positions.push(JSON.stringify(await hand.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")))));
    }
    expect(positions[0]!.length).toBeGreaterThan(20);
    expect(positions[0]).toBe(positions[1]);
  });
}

test("tricks: options and whereabouts by WebAssembly", async ({ page }) => {
  await page.goto("#/tricks");
  await page.getByLabel("Time").selectOption("1");
  await page.getByRole("button", { name: "Solve" }).click();
  await expect(page.getByRole("heading", { name: "Where the cards are" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/iterations in/)).toBeVisible();
});

test("play: a hand in the browser, kept over a reload", async ({ page }) => {
  await openTable(page, "game=oh-hell&seats=3&length=hand&strength=easy");
  await page.getByRole("group", { name: "Your bid" }).getByRole("button").nth(1).click({ timeout: 60_000 });
  await expect(page.getByText("0 of 1").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("0 of 1").first()).toBeVisible({ timeout: 60_000 });
  await playHand(page);
});

test("play: the link of a table replays it in another browser, and says that the table stays here", async ({ page, context, browser, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTable(page, "game=oh-hell&seats=3&length=hand&strength=easy");
  await page.getByRole("group", { name: "Your bid" }).getByRole("button").nth(1).click({ timeout: 60_000 });
  await playHand(page);
  await expect(page.getByText("The table itself stays in this browser")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link to this seat" })).toHaveCount(0);
  await page.getByRole("button", { name: "Copy link to the record" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const stranger = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("region", { name: "Replay" }).getByText(/^Trick \d+ of \d+$/)).toBeVisible();
  await stranger.context().close();
});

test("train: a spot is dealt and graded in the browser", async ({ page }) => {
  await page.goto("#/train?family=tricks&seed=7");
  await page.getByRole("group", { name: "Your hand" }).locator('button[aria-disabled="false"]').first().click({ timeout: 90_000 });
  await expect(page.locator(".verdict")).toBeVisible({ timeout: 90_000 });
});

test("the site works without a network once it was visited", async ({ page, context }) => {
  await page.goto("./");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.goto("about:blank");
  await page.goto("#/gin?hand=As+2s+3s+7d+7h+7c+Kd+Kh+9s+4c+Jd");
  await expect(page.locator(".figure b")).toHaveText("33", { timeout: 60_000 });
  await page.getByRole("navigation").getByRole("link", { name: "Open-face" }).click();
  await page.getByRole("tab", { name: "Opening book" }).click();
  await expect(page.getByRole("heading", { name: "What the book plays" })).toBeVisible();
  await context.setOffline(false);
});

test("the site can be installed: manifest, icons, service worker", async ({ page, request }) => {
  await page.goto("./");
  const manifest = (await (await request.get("manifest.webmanifest")).json()) as { name: string; display: string; icons: { src: string; sizes: string }[] };
  expect(manifest.display).toBe("standalone");
  expect(manifest.icons.some((icon) => icon.sizes === "512x512")).toBe(true);
  for (const icon of manifest.icons) expect((await request.get(icon.src)).ok()).toBe(true);
});
