import type { Page } from "@playwright/test";
import { clickOn, expect, expectWellMade, openTable, playHand, test } from "./fixtures";

const GAMES = [
  ["gin", "game=gin"],
  ["riichi", "game=riichi"],
  ["riichi for three", "game=riichi&seats=3"],
  ["open-face", "game=ofc"],
  ["open-face for three", "game=ofc&seats=3"],
  ["Hearts", "game=hearts"],
  ["Spades", "game=spades"],
  ["Oh Hell", "game=oh-hell"],
  ["El Dorado", "game=el-dorado"],
] as const;

for (const [name, params] of GAMES) {
  test(`a whole hand of ${name} by click, then its review`, async ({ page }) => {
    await openTable(page, `${params}&length=hand&strength=easy`);
    await playHand(page);
    await expect(page.locator("#hand-over")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Review \d+ decisions$/ })).toBeEnabled();
  });
}

test("the review of a hand lists decisions in points lost, and the profile counts them", async ({ page }) => {
  await openTable(page, "game=oh-hell&seats=3&length=hand&strength=easy");
  await playHand(page);
  await page.getByRole("button", { name: /^Review \d+ decisions$/ }).click();
  await expect(page.getByRole("button", { name: "Review again" })).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByText("points by your decisions")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Points lost by class" })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByText("Nothing yet.")).toBeVisible();
});

test("a whole hand of Hearts by keys alone", async ({ page }) => {
  await openTable(page, "game=hearts&length=hand&strength=easy");
  const hand = page.getByRole("group", { name: "Your hand" });
  await hand.locator('button[tabindex="0"]').focus();
  for (let card = 0; card < 3; card++) {
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
  }
  await page.getByRole("button", { name: "Pass 3 of 3" }).focus();
  await page.keyboard.press("Enter");
  for (let move = 0; move < 400 && !(await page.locator("#hand-over").isVisible()); move++) {
    if ((await hand.locator('button[aria-disabled="false"]').count()) === 0) {
      await page.waitForTimeout(40);
      continue;
    }
    await hand.locator('button[tabindex="0"]').focus({ timeout: 1000 }).catch(() => undefined);
    for (let step = 0; step < 14; step++) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute("aria-disabled"))) === "false") break;
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  }
  await expect(page.locator("#hand-over")).toBeVisible();
});

test("open-face by keys and by drag", async ({ page }) => {
  await openTable(page, "game=ofc&length=hand&strength=easy");
  await expect(page.getByRole("group", { name: "Your cards" }).getByRole("button")).toHaveCount(5);
  for (const key of ["t", "m", "m", "b"]) await page.keyboard.press(key);
  await page.getByRole("group", { name: "Your cards" }).getByRole("button").first().dragTo(page.getByRole("group", { name: "Bottom", exact: true }));
  await page.getByRole("button", { name: "Place", exact: true }).click();
  await expect(page.getByRole("group", { name: "Your cards" }).getByRole("button")).toHaveCount(3);
});

test("a game goes on after a reload, and two tabs follow each other", async ({ page, context }) => {
  await openTable(page, "game=spades&length=hand&strength=easy");
  await page.getByRole("group", { name: "Your bid" }).getByRole("button", { name: "3", exact: true }).click();
  await expect(page.getByText("0 of 3").first()).toBeVisible();
  const url = page.url();
  await page.reload();
  await expect(page.getByText("0 of 3").first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(url);
  const cards = (one: Page) => one.getByRole("group", { name: "Your hand" }).getByRole("button");
  await expect(cards(other)).toHaveCount(13);
  await cards(page).and(page.locator('[aria-disabled="false"]')).first().click();
  await expect(cards(page)).toHaveCount(12);
  await expect(cards(other)).toHaveCount(12);
  await other.close();
});

test("a hint names every option, how sure it is and why", async ({ page }) => {
  await openTable(page, "game=gin&length=hand&strength=easy");
  for (let move = 0; move < 40; move++) {
    if ((await page.getByText("Discard a card, or knock.").count()) > 0) break;
    await clickOn(page);
  }
  await page.keyboard.press("h");
  await expect(page.getByText("Best by search")).toBeVisible();
  await expect(page.getByText(/^(Sure|Close): /)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/worlds consistent with it were sampled/)).toBeVisible();
});

test("undo takes back a choice from which nothing was learnt", async ({ page, request }) => {
  let table = "";
  page.on("response", (response) => {
    if (response.url().includes("/v1/tables/")) void response.text().then((text) => (table = text), () => undefined);
  });
  // A deal in which the bot's own play comes to a knock; to declare it tells nothing.
  await openTable(page, "game=gin&seed=3");
  const declared = page.getByText("Choose the card to knock with.");
  const hand = page.getByRole("group", { name: "Your hand" });
  const names = { A: "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", T: "ten", J: "jack", Q: "queen", K: "king" };
  const suits = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
  for (let move = 0; move < 40 && !(await declared.isVisible()); move++) {
    await expect(page.getByText(/^(Take the upcard|Draw from|Discard a card)/)).toBeVisible();
    const { view } = JSON.parse(table) as { view: object };
    const { text } = (await (await request.post("v1/act", { data: { game: "gin", view, bot: "greedy" } })).json()) as { text: string };
    const key = { stock: "s", upcard: "t", pass: "p", knock: "k" }[text];
    const before = table;
    if (key) await page.keyboard.press(key);
    else await hand.getByRole("button", { name: new RegExp(`^${names[text[0] as "A"]} of ${suits[text[1] as "c"]}`) }).click();
    await expect.poll(() => table !== before).toBe(true);
  }
  await expect(declared).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await page.keyboard.press("u");
  await expect(page.getByText("Discard a card, or knock.")).toBeVisible();
});

test("the traffic of a game holds no hidden card", async ({ page }) => {
  const bodies: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/v1/tables/")) void response.text().then((text) => bodies.push(text), () => undefined);
  });
  await openTable(page, "game=hearts&length=hand&strength=easy");
  await expect(page.getByRole("group", { name: "Your hand" }).getByRole("button")).toHaveCount(13);
  await playHand(page);
  expect(bodies.length).toBeGreaterThan(10);
  const every = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  for (const body of bodies) {
    // The rules name cards too: those that count points.
    const { rules, ...rest } = JSON.parse(body) as Record<string, unknown>;
    void rules;
    const { view } = rest as { view: { hand: string[]; passing: { given: string[]; received: string[] }; tricks: { cards: string[] }[] } };
    const seen = new Set([...view.hand, ...view.passing.given, ...view.passing.received, ...view.tricks.flatMap((trick) => trick.cards)]);
    const shown = every.filter((card) => new RegExp(`\\b${card}\\b`).test(JSON.stringify(rest)));
    expect(shown.filter((card) => !seen.has(card))).toEqual([]);
  }
});

test("the network is cut in the middle of a hand and comes back", async ({ page }) => {
  await openTable(page, "game=oh-hell&length=hand&strength=easy");
  await page.getByRole("group", { name: "Your bid" }).getByRole("button").nth(1).click();
  const hand = page.getByRole("group", { name: "Your hand" });
  await expect(hand.locator('button[aria-disabled="false"]').first()).toBeVisible();
  await page.route("**/v1/**", (route) => route.abort());
  await hand.locator('button[aria-disabled="false"]').first().click();
  await expect(page.getByText("The engine does not answer.")).toBeVisible();
  await page.unroute("**/v1/**");
  await expect(page.getByText("The engine does not answer.")).toBeHidden();
  await playHand(page);
});

test("play is well made: wide and light, 360 px and dark, ten seats", async ({ page }) => {
  for (const [width, colorScheme] of [[1280, "light"], [360, "dark"]] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("about:blank");
    await page.goto("#/play");
    await expectWellMade(page);
    for (const params of ["game=gin", "game=ofc&seats=3", "game=riichi", "game=el-dorado&seats=10"]) {
      await openTable(page, `${params}&length=hand&strength=easy`);
      for (let move = 0; move < 3; move++) await clickOn(page);
      await expectWellMade(page);
    }
  }
});
