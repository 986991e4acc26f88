import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Browser, type Page } from "@playwright/test";

/** A test that fails on console errors and on requests to any other host. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ context, baseURL }, use) => {
      const errors: string[] = [];
      const foreign: string[] = [];
      context.on("console", (message) => {
        // The browser itself logs every request that a cut connection fails.
        if (message.type() === "error" && !message.text().includes("net::ERR_")) errors.push(message.text());
      });
      context.on("weberror", (error) => errors.push(error.error().message));
      context.on("request", (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(baseURL ?? "")) foreign.push(request.url());
      });
      await use(undefined);
      expect(errors, "console errors").toEqual([]);
      expect(foreign, "requests to other hosts").toEqual([]);
    },
    { auto: true },
  ],
});

/** Checks the page with axe, and that nothing is wider than the window. */
export async function expectWellMade(page: Page): Promise<void> {
  // Two copies of Playwright's types, one class.
  const report = await new AxeBuilder({ page: page as never }).analyze();
  expect(report.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, "pixels beyond the window").toBeLessThanOrEqual(0);
}

/** Opens a table of the lobby's choice, with a fixed deal unless a seed is given, and returns once the seat is to act. */
export async function openTable(page: Page, params: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`#/play?${params.includes("seed=") ? params : `${params}&seed=7`}`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("tab", { name: "Scores" })).toBeVisible();
}

/** Makes one move by click, whatever the game asks for; returns whether the hand is over. */
export async function clickOn(page: Page): Promise<boolean> {
  if (await page.locator("#hand-over").isVisible()) return true;
  const seen = await page.evaluate(() => {
    const visible = (element: Element): boolean => element.getClientRects().length > 0;
    const find = (selector: string): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>(selector)].find(visible);
    const named = (word: RegExp): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLButtonElement>("main button:not(:disabled)")].find((one) => visible(one) && word.test(one.textContent ?? ""));
    // Several cards at once: a pass, a placement.
    const pass = [...document.querySelectorAll<HTMLButtonElement>("main button")].find((one) => /^Pass \d of \d$/.test(one.textContent?.trim() ?? ""));
    if (pass) {
      if (!pass.disabled) return pass.click(), "pass";
      find('.hand button[aria-disabled="false"][aria-pressed="false"], .hand button[aria-disabled="false"]:not([aria-pressed])')?.click();
      return "choose";
    }
    const place = named(/^Place$/);
    if (place) return place.click(), "place";
    const held = find(".deal .held:not(:disabled)");
    if (held) {
      held.click();
      return "hold";
    }
    const choice =
      named(/^(Knock|Gin|Big gin|Tsumo|Ron)/) ?? find('[aria-label="Your bid"] button') ?? find(".pile.can") ?? named(/^(Pass|Leave it)$/) ??
      find('[aria-label="Calls"] button') ?? [...document.querySelectorAll<HTMLElement>('.hand button[aria-disabled="false"]')].filter(visible).at(-1) ?? find(".actions button:not(:disabled)");
    choice?.click();
    return choice ? "move" : "wait";
  });
  if (seen === "hold") {
    // A card of open-face is held: it goes into the first row that takes it.
    for (const row of ["Bottom", "Middle", "Top"]) {
      const target = page.getByRole("button", { name: `Put the chosen card into ${row}` });
      if (await target.isEnabled()) {
        await target.click();
        break;
      }
    }
  }
  if (seen === "wait") await page.waitForTimeout(60);
  return false;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/** Returns the milliseconds of processor time that each task of the page's thread took during an action. */
export async function tasksDuring(browser: Browser, action: () => Promise<void>): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "__metadata"] } });
  await action();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  const main = new Set(events.filter((one) => one.name === "thread_name" && one.args?.name === "CrRendererMain").map((one) => `${one.pid}.${one.tid}`));
  return events.filter((one) => one.name.endsWith("RunTask") && main.has(`${one.pid}.${one.tid}`) && one.tdur !== undefined).map((one) => one.tdur! / 1000);
}

/** Returns a zip of files, stored without compression. */
export function zip(files: Record<string, Buffer>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, data] of Object.entries(files)) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt32LE(data.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    local.push(head, Buffer.from(name), data);
    central.push(entry, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Plays to the end of the hand by clicks. */
export async function playHand(page: Page, most = 900): Promise<void> {
  for (let move = 0; move < most; move++) if (await clickOn(page)) return;
  throw new Error("the hand does not end");
}

export { base, expect };
