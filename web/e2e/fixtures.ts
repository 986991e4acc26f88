import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Page } from "@playwright/test";

/** A test that fails on console errors and on requests to any other host. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page, baseURL }, use) => {
      const errors: string[] = [];
      const foreign: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("request", (request) => {
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

export { expect };
