import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { GamesAnswer } from "../src/engine";
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

test("the lobby offers every game, preset, number of seats and length that the engine describes", async ({ page, request }) => {
  const { games } = (await (await request.get("./v1/games")).json()) as GamesAnswer;
  await page.goto("#/play");
  const options = (label: string): Promise<string[]> => page.getByRole("combobox", { name: label }).locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await expect(page.getByRole("radio").locator(".title")).toHaveText(games.map((game) => game.title));
  for (const game of games) {
    await page.getByRole("radio", { name: game.title }).click();
    const presets = game.rules.filter((one) => one.variant_of === null);
    expect(await options("Rules")).toEqual(presets.map((one) => one.name));
    expect(await options("Length")).toEqual(game.lengths.map((one) => one.name));
    for (const preset of presets) {
      await page.getByRole("combobox", { name: "Rules" }).selectOption(preset.name);
      expect(await options("Seats")).toEqual(preset.tables.map((one) => String(one.seats)));
    }
  }
});

test("the review of a hand lists decisions in points lost, and the profile counts them", async ({ page }) => {
  await openTable(page, "game=oh-hell&seats=3&length=hand&strength=easy");
  await playHand(page);
  await page.getByRole("button", { name: /^Review \d+ decisions$/ }).click();
  await expect(page.getByRole("button", { name: "Review again" })).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByText("points by your decisions")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Points lost by class" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const exported = JSON.parse(readFileSync(await (await download).path(), "utf8")) as { game: string; loss: number }[];
  expect(exported.length).toBeGreaterThan(2);
  expect(exported[0]).toMatchObject({ game: "oh-hell" });
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

/** Focuses a tile or card that may be played, by arrow keys, and plays it. */
async function playByArrows(page: Page): Promise<void> {
  const hand = page.getByRole("group", { name: "Your hand" });
  await hand.locator('button[tabindex="0"]').focus({ timeout: 1000 }).catch(() => undefined);
  for (let step = 0; step < 15; step++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("aria-disabled"))) === "false") break;
    await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("Enter");
}

test("a whole hand of gin by keys alone", async ({ page }) => {
  await openTable(page, "game=gin&length=hand&strength=easy&seed=3");
  const over = page.locator("#hand-over");
  const can = (name: RegExp) => page.getByRole("button", { name }).and(page.locator(":enabled"));
  for (let move = 0; move < 400 && !(await over.isVisible()); move++) {
    if (await can(/^(Big gin|Gin)$/).count()) await page.keyboard.press("g");
    else if (await can(/^Knock$/).count()) await page.keyboard.press("k");
    else if (await can(/^Leave it$/).count()) await page.keyboard.press("p");
    else if (await can(/^Stock, /).count()) await page.keyboard.press("s");
    else if (await page.getByRole("group", { name: "Your hand" }).locator('button[aria-disabled="false"]').count()) await playByArrows(page);
    else if (await page.locator(".actions button:enabled").count()) {
      await page.locator(".actions button:enabled").first().focus();
      await page.keyboard.press("Enter");
    } else await page.waitForTimeout(40);
  }
  await expect(over).toBeVisible();
});

test("a whole hand of riichi by keys alone", async ({ page }) => {
  await openTable(page, "game=riichi&length=hand&strength=easy");
  const over = page.locator("#hand-over");
  const calls = page.getByRole("group", { name: "Calls" }).getByRole("button");
  for (let move = 0; move < 600 && !(await over.isVisible()); move++) {
    const names = (await calls.allInnerTexts()).join(" ");
    if (/Tsumo/.test(names)) await page.keyboard.press("t");
    else if (/Ron/.test(names)) await page.keyboard.press("w");
    else if (/Pass/.test(names)) await page.keyboard.press("p");
    else if (await page.getByRole("group", { name: "Your hand" }).locator('button[aria-disabled="false"]').count()) await playByArrows(page);
    else await page.waitForTimeout(40);
  }
  await expect(over).toBeVisible();
});

test("a whole hand of open-face by keys alone", async ({ page }) => {
  await openTable(page, "game=ofc&length=hand&strength=easy");
  const over = page.locator("#hand-over");
  const place = page.getByRole("button", { name: "Place", exact: true });
  const cards = page.getByRole("group", { name: "Your cards" }).getByRole("button");
  for (let move = 0; move < 200 && !(await over.isVisible()); move++) {
    if (await place.and(page.locator(":enabled")).count()) await page.keyboard.press("Enter");
    else if (await cards.and(page.locator(":enabled")).count()) await page.keyboard.press("bmt"[move % 3]!);
    else await page.waitForTimeout(40);
  }
  await expect(over).toBeVisible();
});

test("Fantasyland: fourteen cards are dealt, thirteen are placed", async ({ page, request }) => {
  // A deal in which a steady player makes queens on top in the first hand.
  await openTable(page, "game=ofc&strength=easy&seed=1");
  const { table, token } = await page.evaluate(() => (JSON.parse(localStorage.getItem("facedown.seats")!) as { table: string; token: string }[])[0]!);
  const headers = { "facedown-seat": token };
  interface Seen {
    hand: number;
    rules: object;
    view: { fantasy: number[]; seat: number };
  }
  let seen = (await (await request.get(`v1/tables/${table}`, { headers })).json()) as Seen;
  while (seen.hand === 0) {
    const { action } = (await (await request.post("v1/act", { data: { game: "ofc", rules: seen.rules, view: seen.view, bot: "steady", seed: 1 } })).json()) as { action: number };
    seen = (await (await request.post(`v1/tables/${table}/act`, { headers, data: { action } })).json()) as Seen;
  }
  expect(seen.view.fantasy[seen.view.seat]).toBe(14);
  await page.reload();
  await expect(page.getByText("Fantasyland").first()).toBeVisible();
  const cards = page.getByRole("group", { name: "Your cards" }).getByRole("button");
  await expect(cards).toHaveCount(14);
  await page.keyboard.press("h");
  await expect(page.getByText("Best setting against the boards that are complete")).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".why")).toContainText(/Top: .*Middle: .*Bottom: .*Fantasyland/);
  for (const key of "tttmmmmmbbbbb") await page.keyboard.press(key);
  await expect(cards).toHaveCount(1);
  await page.getByRole("button", { name: "Place", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Hand 2 is over" })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: /^Review 1 decisions$/ }).click();
  await expect(page.getByText("mistakes in 1 decisions")).toBeVisible();
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
  await openTable(page, "game=gin&length=hand&strength=easy&seed=3");
  const prompt = page.getByText("Discard a card, or knock.");
  for (let move = 0; move < 200 && !(await prompt.isVisible()); move++) await clickOn(page);
  await expect(prompt).toBeVisible();
  await expect(page.locator('button[aria-keyshortcuts="h"]')).toBeEnabled();
  await page.keyboard.press("h");
  await expect(page.getByText("Best by search")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^(Sure|Close): /)).toBeVisible({ timeout: 60_000 });
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
  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("list", { name: "Log" }).getByRole("listitem");
  const events = await log.count();
  await page.keyboard.press("u");
  await expect(page.getByText("Discard a card, or knock.")).toBeVisible();
  await expect(log).toHaveCount(events - 1);
});

test("what happened since the last move is announced, every event of it", async ({ page }) => {
  await openTable(page, "game=hearts&length=hand&strength=easy&seed=7");
  const news = page.locator("main [role=status].hidden-visually");
  await expect(news).toContainText("Your turn.");
  const cards = page.getByRole("group", { name: "Your hand" }).getByRole("button");
  for (let index = 0; index < 3; index++) await cards.nth(index).click();
  await page.getByRole("button", { name: "Pass 3 of 3" }).click();
  await expect(news).toContainText(/you pass .* of .*you pass .* of /);
  await page.getByRole("group", { name: "Your hand" }).getByRole("button", { name: "two of clubs" }).click();
  await expect(news).toContainText(/you play two of clubs.*Seat 1 .*Seat 2 .*Seat 3 .*Your turn/);
});

test("calls of riichi have a time to answer, which can be switched off", async ({ page }) => {
  // In this deal a discard is offered early on.
  await openTable(page, "game=riichi&length=hand&strength=easy&seed=7");
  const calls = page.getByRole("group", { name: "Calls" }).getByRole("button", { name: "Pass" });
  const tile = page.locator('.hand button[aria-disabled="false"]').last();
  await expect(async () => {
    if (await tile.isVisible()) await tile.click({ timeout: 1000 });
    await expect(calls).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  const clock = page.getByRole("timer", { name: "Time to answer" });
  await expect(clock).toBeVisible();
  await page.getByLabel("ten seconds to answer a call").uncheck();
  await expect(clock).toBeHidden();
  await page.reload();
  await expect(calls).toBeVisible();
  await expect(page.getByLabel("ten seconds to answer a call")).not.toBeChecked();
  await page.getByLabel("ten seconds to answer a call").check();
  await expect(clock).toBeVisible();
  // No answer in time is a pass.
  await expect(clock).toBeHidden({ timeout: 15_000 });
});

test("a record is saved, linked and replayed", async ({ page, context, browser, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTable(page, "game=ofc&length=hand&strength=easy");
  await playHand(page);
  await page.getByRole("button", { name: "Copy link to this seat" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save record" }).click();
  const file = await (await download).path();
  await page.getByRole("button", { name: "Lobby" }).click();
  await page.getByLabel("Open a saved record").setInputFiles({ name: "record.json", mimeType: "application/json", buffer: readFileSync(file) });
  const replay = page.getByRole("region", { name: "Replay" });
  await expect(replay.getByRole("img", { name: /./ }).first()).toBeVisible();
  const cards = replay.locator(".card:not(.back)");
  await expect(cards).toHaveCount(26);
  await replay.getByRole("slider").fill("1");
  await expect(cards).toHaveCount(10);
  // Somebody else opens the link.
  const stranger = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await stranger.goto(link);
  await expect(stranger.locator("#hand-over")).toBeVisible();
  await stranger.context().close();
});

test("a link replays what was witnessed so far, in the middle of a hand too, and no hidden card", async ({ page, context, browser, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTable(page, "game=hearts&length=hand&strength=easy&seed=7");
  for (let move = 0; move < 6; move++) await clickOn(page);
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("button", { name: "Copy link to the record" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain("token");
  const stranger = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await stranger.goto(link);
  const replay = stranger.getByRole("region", { name: "Replay" });
  await expect(replay.getByLabel("Hand")).toHaveText(/1: goes on/);
  await expect(replay.getByRole("list", { name: "Log" })).toContainText("you");
  // A record that was cut off, and one that was changed, are named.
  await stranger.goto(`${link.slice(0, -40)}`);
  await expect(stranger.getByRole("alert").filter({ hasText: "cut off" })).toBeVisible();
  await stranger.getByLabel("Open a saved record").setInputFiles({ name: "changed.json", mimeType: "application/json", buffer: Buffer.from('{"game":"riichi","seat":0,"views":[{"steps":5}],"results":[],"events":[]}') });
  await expect(stranger.getByRole("alert").filter({ hasText: "not a record" })).toBeVisible();
  await stranger.context().close();
});

test("a hint has a reason in every game", async ({ page }) => {
  for (const params of ["game=gin", "game=riichi", "game=ofc", "game=hearts", "game=spades", "game=oh-hell", "game=el-dorado&seats=3"]) {
    await openTable(page, `${params}&length=hand&strength=easy&seed=7`);
    await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeEnabled();
    await page.keyboard.press("h");
    await expect(page.locator(".why"), params).toHaveText(/\w+.*\./, { timeout: 30_000 });
    expect(await page.locator("aside").innerText()).not.toContain("estimate");
  }
});

test("cards and tiles are dragged onto the table", async ({ page }) => {
  await openTable(page, "game=riichi&length=hand&strength=easy&seed=7");
  const hand = page.getByRole("group", { name: "Your hand" }).getByRole("button");
  const tile = hand.and(page.locator('[aria-disabled="false"]')).last();
  await expect(tile).toBeVisible();
  await tile.dragTo(page.getByRole("group", { name: /a tile dropped here is discarded/ }));
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("list", { name: "Log" }).getByText("you").first()).toBeVisible();
  await openTable(page, "game=oh-hell&seats=3&length=hand&strength=easy&seed=7");
  await page.getByRole("group", { name: "Your bid" }).getByRole("button").first().click();
  const playable = hand.and(page.locator('[aria-disabled="false"]')).first();
  await expect(playable).toBeVisible();
  const before = await hand.count();
  await playable.dragTo(page.getByRole("group", { name: /a card dropped here is played/ }));
  await expect.poll(() => hand.count()).toBeLessThan(before);
});

test("a table of ten El Dorado seats fits a phone without scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTable(page, "game=el-dorado&seats=10&length=hand&strength=easy&seed=7");
  const bottom = (name: string): Promise<number> =>
    page.getByRole("group", { name }).first().evaluate((element) => Math.max(...[...element.querySelectorAll("button")].map((button) => button.getBoundingClientRect().bottom)));
  await expect(page.getByRole("group", { name: "Your bid" })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await bottom("Your bid")).toBeLessThan(740);
  expect(await bottom("Your hand")).toBeLessThanOrEqual(740);
  const top = await page.getByRole("group", { name: "Your hand" }).evaluate((element) => element.getBoundingClientRect().top);
  for (let move = 0; move < 4; move++) await clickOn(page);
  await expect(page.getByRole("group", { name: "Last trick" })).toBeVisible();
  // Nothing jumped from bidding to play.
  expect(await page.getByRole("group", { name: "Your hand" }).evaluate((element) => element.getBoundingClientRect().top)).toBe(top);
});

type Body = Record<string, unknown> & { view: Record<string, unknown>; events: { seat?: number; text: string }[]; seat: number; over: boolean };

/** Collects every answer of a table while a hand is played. */
async function traffic(page: Page, params: string): Promise<Body[]> {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/\/v1\/tables\/[0-9a-f]/.test(response.url()) && response.ok()) bodies.push(response.text());
  });
  await openTable(page, `${params}&length=hand&strength=easy`);
  await playHand(page);
  const texts = await Promise.all(bodies.map((body) => body.catch(() => "")));
  return texts.filter((text) => text.includes('"view"')).map((text) => JSON.parse(text) as Body);
}
const DECK = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const strings = (value: unknown): string[] => (typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(strings) : []);
const cardsIn = (value: unknown): string[] => {
  const text = strings(value).join(" ");
  return DECK.filter((card) => new RegExp(`(^|[^A-Za-z0-9])${card}($|[^A-Za-z0-9])`).test(text));
};

for (const game of ["hearts", "spades", "oh-hell", "el-dorado&seats=6"]) {
  test(`the traffic of a game holds no hidden card: ${game}`, async ({ page }) => {
    const bodies = await traffic(page, `game=${game}`);
    expect(bodies.length).toBeGreaterThan(5);
    for (const { rules, ...rest } of bodies) {
      // The rules name cards too: those that count points.
      void rules;
      const view = rest.view as { hand: string[] | null; upcard: string | null; passing?: object; tricks: { cards: string[] }[] };
      const seen = new Set(cardsIn([view.hand, view.upcard, view.passing, view.tricks]));
      // Nothing but the own hand, what was passed, the turned card and the tricks: all of it was seen.
      expect(cardsIn(rest).filter((card) => !seen.has(card))).toEqual([]);
      expect(Object.keys(view).sort()).toEqual(Object.keys(bodies[0]!.view).sort());
    }
  });
}

test("the traffic of a game holds no hidden card: gin", async ({ page }) => {
  const bodies = await traffic(page, "game=gin&seed=7");
  expect(bodies.length).toBeGreaterThan(5);
  const seen = new Set<string>();
  for (const { rules, ...rest } of bodies) {
    void rules;
    const view = rest.view as { hand: string[]; upcard: string | null; turns: { seat: number; discard: string }[]; knocker: number | null };
    for (const card of cardsIn([view.hand, view.upcard, view.turns])) seen.add(card);
    // Once somebody has knocked, hands are shown.
    if (view.knocker === null && !rest.over) expect(cardsIn(rest).filter((card) => !seen.has(card))).toEqual([]);
  }
});

test("the traffic of a game holds no hidden card: open-face", async ({ page }) => {
  for (const body of await traffic(page, "game=ofc&seats=3")) {
    const { rules, ...rest } = body;
    void rules;
    const view = rest.view as { boards: string[]; hand: string; discards: string; streets: unknown };
    const seen = new Set(cardsIn([view.boards, view.hand, view.discards]));
    expect(cardsIn(rest).filter((card) => !seen.has(card))).toEqual([]);
    // Three of four cards dealt after the opening are placed: the others' discards are nowhere.
    expect(cardsIn(view.boards).length + cardsIn(view.hand).length + cardsIn(view.discards).length).toBeLessThanOrEqual(3 * 13 + 4);
  }
});

for (const seats of [4, 3]) {
  test(`the traffic of a game holds no hidden tile: riichi for ${seats}`, async ({ page }) => {
    const bodies = await traffic(page, `game=riichi&seats=${seats}&seed=7`);
    expect(bodies.length).toBeGreaterThan(5);
    const tiles = (value: unknown): Set<string> => {
      const found = new Set<string>();
      for (const text of strings(value)) for (const [, digits, suit] of text.matchAll(/([0-9+=-]+)([mpsz])(?![a-z])/g)) for (const digit of digits!.replace(/\D/g, "")) found.add(digit + suit!);
      return found;
    };
    for (const { rules, ...rest } of bodies) {
      void rules;
      const view = rest.view as { hand: string; drawn: string | null; dora: string; steps: unknown; now: { rivers: string[]; melds: string[][]; waits: string } };
      if (rest.over || "end" in view) continue;
      const seen = tiles([view.hand, view.drawn, view.dora, view.now.rivers, view.now.melds, view.now.waits, view.steps]);
      // Steps are discards and calls: what the others draw and hold is in none of them.
      const others = tiles(rest.events.filter((event) => event.seat !== rest.seat).map((event) => event.text));
      const open = tiles([view.now.rivers, view.now.melds, view.dora, view.steps]);
      expect([...others].filter((tile) => !open.has(tile))).toEqual([]);
      // The terminal's picture also names the dora and what the own hand accepts: both follow from what is seen.
      const picture = String(rest.text).split("\n").filter((line) => !/^ *(dora|marks)|shanten|tenpai|wait|left\)/.test(line));
      expect([...tiles([picture, rest.actions])].filter((tile) => !seen.has(tile))).toEqual([]);
    }
  });
}

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
