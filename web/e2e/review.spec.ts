import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { expect, expectWellMade, test, zip } from "./fixtures";

const LOGS = fileURLToPath(new URL("../../testdata/riichi/logs/tenhou/", import.meta.url));

test.beforeEach(async ({ request }) => {
  const calls = await (await request.post("v1/riichi/review", { data: {} })).text();
  test.skip(calls.includes("no such path"), "the server has no call riichi/review");
});

for (const [name, file, seats] of [["east only", "east.jsonl", 4], ["three players", "east3.mjlog", 3], ["tenhou/6 JSON", "east.json", 4]] as const) {
  test(`a log of our own bots is reviewed: ${name}`, async ({ page }) => {
    await page.goto("#/review?worlds=100");
    await page.locator('input[type="file"]').setInputFiles(LOGS + file);
    await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole("group", { name: "The table" }).getByRole("region")).toHaveCount(seats);
    await expect(page.getByText(/mistakes in \d+ decisions/)).toBeVisible();
  });
}

test("the worst decision opens with the bot's opinion, the danger of each discard, and keys step on", async ({ page, context }) => {
  await page.goto("#/review?worlds=100");
  await page.getByRole("button", { name: "Example" }).click();
  await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 90_000 });
  const step = page.getByRole("slider", { name: "Step of the round" });
  await page.getByRole("region", { name: "Rounds" }).getByRole("button").first().click();
  await expect(page.getByRole("heading", { name: /^Turn 1/ })).toBeVisible();
  await page.getByRole("button", { name: "Danger of each discard" }).click();
  await expect(page.getByRole("columnheader", { name: "Deals in" })).toBeVisible();
  await expect(page.getByText(/^± \d+ of them by luck$/)).toBeVisible();
  const commands = page.getByLabel("The same on the command line");
  await expect(commands.first()).toHaveValue(/ \| facedown riichi danger -$/);
  await expect(commands.last()).toHaveValue(/^facedown riichi review /);
  const before = await step.inputValue();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("ArrowRight");
  await expect(step).not.toHaveValue(before);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { name: /^Turn \d+/ })).toBeVisible();
  expect(page.url()).toContain("step=");
  // The log is in the address too: a link opens the same step.
  const [link, here] = [page.url(), await step.inputValue()];
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("slider", { name: "Step of the round" })).toHaveValue(here, { timeout: 90_000 });
  await other.close();
  await expectWellMade(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectWellMade(page);
});

test("a zip of logs is dropped, each of them can be reviewed, and a link opens the chosen one", async ({ page, context }) => {
  await page.goto("#/review?worlds=100");
  const bytes = zip({ "east.jsonl": readFileSync(`${LOGS}east.jsonl`), "notes.txt": Buffer.from("hello"), "three/east3.mjlog": readFileSync(`${LOGS}east3.mjlog`) });
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], "logs.zip"));
    return transfer;
  }, bytes.toString("base64"));
  await page.locator("label.drop").dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 90_000 });
  await page.getByLabel("One of 3 logs").selectOption({ label: "three/east3.mjlog" });
  await expect(page.getByRole("group", { name: "The table" }).getByRole("region")).toHaveCount(3, { timeout: 90_000 });
  await expect(page.getByText("The address holds the chosen game")).toBeVisible();
  const link = page.url();
  // A member that is no log is named; the others can still be chosen.
  await page.getByLabel("One of 3 logs").selectOption({ label: "notes.txt" });
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("group", { name: "The table" }).getByRole("region")).toHaveCount(3, { timeout: 90_000 });
  await other.close();
});

test("a zip bomb, a broken archive and a broken log are named", async ({ page }) => {
  await page.goto("#/review");
  const give = (name: string, buffer: Buffer) => page.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/zip", buffer });
  const named = (text: RegExp) => expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  // It says that it is small.
  const bomb = zip({ "bomb.mjlog": deflateRawSync(Buffer.alloc(64 << 20)) });
  bomb.writeUInt16LE(8, 8);
  bomb.writeUInt16LE(8, bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10);
  await give("bomb.zip", bomb);
  await named(/bomb\.mjlog: \d+ bytes, expected at most/);
  await give("cut.zip", zip({ "east.jsonl": readFileSync(`${LOGS}east.jsonl`) }).subarray(0, 2000));
  await named(/no directory/);
  await give("cut.jsonl", readFileSync(`${LOGS}east.jsonl`).subarray(0, 3001));
  await named(/./);
});

test("a long log with the bots' thoughts is in the address all the same", async ({ page }) => {
  await page.goto("#/review?worlds=100");
  const thoughts = () => ({ q_values: Array.from({ length: 30 }, () => Math.random()), is_greedy: true });
  const lines = readFileSync(`${LOGS}east.jsonl`, "utf8").trim().split("\n").map((line) => JSON.stringify({ ...(JSON.parse(line) as object), meta: thoughts() }));
  await page.locator('input[type="file"]').setInputFiles({ name: "bot.jsonl", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
  await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => page.url().length).toBeGreaterThan(1000);
  expect(page.url().length).toBeLessThan(20_000);
});

test("a file that is no log is named", async ({ page }) => {
  await page.goto("#/review");
  await page.locator('input[type="file"]').setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(page.getByRole("alert").filter({ hasText: /log|notes/ })).toBeVisible();
});
