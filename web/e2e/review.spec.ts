import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

test("a zip of logs is dropped, and each of them can be reviewed", async ({ page }) => {
  await page.goto("#/review?worlds=100");
  const bytes = zip({ "east.jsonl": readFileSync(`${LOGS}east.jsonl`), "three/east3.mjlog": readFileSync(`${LOGS}east3.mjlog`) });
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], "logs.zip"));
    return transfer;
  }, bytes.toString("base64"));
  await page.locator("label.drop").dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByRole("heading", { name: "Worst decisions" })).toBeVisible({ timeout: 90_000 });
  await page.getByLabel("One of 2 logs").selectOption({ label: "three/east3.mjlog" });
  await expect(page.getByRole("group", { name: "The table" }).getByRole("region")).toHaveCount(3, { timeout: 90_000 });
});

test("a file that is no log is named", async ({ page }) => {
  await page.goto("#/review");
  await page.locator('input[type="file"]').setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(page.getByRole("alert").filter({ hasText: /log|notes/ })).toBeVisible();
});
