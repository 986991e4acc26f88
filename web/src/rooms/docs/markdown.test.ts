import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { render, target } from "../../../scripts/markdown";

const DOCS = fileURLToPath(new URL("../../../../docs/", import.meta.url));

test("links lead to pages inside, pictures are files with their size", () => {
  expect(target("guide/page.md", "../measurements/riichi-danger.md#time")).toBe("#/docs?page=measurements%2Friichi-danger&at=time");
  expect(target("guide/page.md", "../../Cargo.toml")).toBeNull();
  const { html, pictures } = render("guide/page.md", '![A "hint"](../images/page-play.png)');
  expect(pictures).toEqual(["images/page-play.png"]);
  expect(html).toMatch(/<img src="\{\{0\}\}" alt="A &quot;hint&quot;" width="\d+" height="\d+" loading="lazy" \/>/);
  expect(render("guide/page.md", "![elsewhere](https://example.org/x.png)").html).toContain("<em>elsewhere</em>");
  expect(render("guide/page.md", "![missing](../images/none.png)").pictures).toEqual([]);
});

test("no page of the documentation has more than 400 kB of pictures", () => {
  const pages = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  let found = 0;
  for (const page of pages) {
    const { pictures } = render(page, readFileSync(DOCS + page, "utf8"));
    const bytes = pictures.reduce((sum, name) => sum + statSync(DOCS + name).size, 0);
    found += pictures.length;
    expect(bytes, page).toBeLessThan(400_000);
  }
  expect(found).toBeGreaterThan(5);
});
