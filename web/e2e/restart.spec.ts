import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { SERVER } from "../playwright.config";

const PORT = SERVER + 4;
const binary = process.env.FACEDOWN_BIN ?? "../target/release/facedown";

/** Starts a server on a file of tables, and returns once it listens. */
async function serve(data: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(binary, ["serve", "--data", data, "--listen", `127.0.0.1:${PORT}`], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } });
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on("data", (text: Buffer) => {
      if (text.toString().includes("http://")) resolve();
    });
    child.on("exit", () => reject(new Error("the server ended")));
  });
  return child;
}

test("a server killed in the middle of a hand and started again has lost nothing", async ({ page }) => {
  const data = join(mkdtempSync(join(tmpdir(), "facedown-")), "tables.redb");
  let server = await serve(data);
  try {
    await page.goto(`http://127.0.0.1:${PORT}/#/play?game=spades&length=hand&strength=easy`);
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByRole("group", { name: "Your bid" }).getByRole("button", { name: "2", exact: true }).click();
    const cards = page.getByRole("group", { name: "Your hand" }).getByRole("button");
    const playable = cards.and(page.locator('[aria-disabled="false"]'));
    await playable.first().click();
    await expect(cards).toHaveCount(12);
    const killed = new Promise((resolve) => server.once("exit", resolve));
    server.removeAllListeners("exit");
    server.once("exit", () => undefined);
    server.kill("SIGKILL");
    await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, 2000))]);
    await playable.first().click();
    await expect(page.getByText("The engine does not answer.")).toBeVisible();
    server = await serve(data);
    await expect(page.getByText("The engine does not answer.")).toBeHidden({ timeout: 15_000 });
    await expect(cards).toHaveCount(12);
    await playable.first().click();
    await expect(cards).toHaveCount(11);
  } finally {
    server.kill("SIGKILL");
  }
});

test("a server that needs a token is unlocked by it", async ({ page }) => {
  const data = join(mkdtempSync(join(tmpdir(), "facedown-")), "tables.redb");
  const token = "a token of the tests";
  const server = await serve(data, { FACEDOWN_TOKEN: token });
  server.removeAllListeners("exit");
  try {
    await page.goto(`http://127.0.0.1:${PORT}/#/gin?hand=As+2s+3s`);
    await page.getByLabel("This server needs its token").fill(token);
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page.getByText("points of deadwood")).toBeVisible();
  } finally {
    server.kill("SIGKILL");
  }
});
