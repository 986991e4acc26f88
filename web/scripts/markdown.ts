/** The project's documentation inside the page: Markdown becomes HTML when the page is built. */
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../../docs/", import.meta.url));

/** Returns where a link of a page leads: another page of the documentation, a place, or nowhere. */
export function target(page: string, href: string): string | null {
  if (/^https?:/.test(href)) return href;
  const [path = "", anchor = ""] = href.split("#");
  const full = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path));
  if (full.startsWith("..") || !full.endsWith(".md")) return null;
  const params = new URLSearchParams({ page: full.slice(0, -3), ...(anchor ? { at: anchor } : {}) });
  return `#/docs?${params}`;
}

function slug(text: string): string {
  return text.toLowerCase().replace(/<[^>]*>|&[a-z]+;|[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}

export function render(page: string, text: string): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const to = target(page, href);
        return to === null ? inner : `<a href="${to}">${inner}</a>`;
      },
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${slug(inner)}">${inner}</h${depth}>\n`;
      },
      image({ text: words }: Tokens.Image) {
        return `<em>${words}</em>`;
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        return `<div class="scroll-x" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`;
      },
      code({ text: code }: Tokens.Code) {
        const safe = code.replace(/&/g, "&amp;").replace(/</g, "&lt;");
        return `<pre tabindex="0" role="group" aria-label="Code"><code>${safe}</code></pre>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

export function markdown(): Plugin {
  return {
    name: "facedown-markdown",
    enforce: "pre",
    transform(code, id) {
      const file = id.split("?")[0]!;
      if (!file.endsWith(".md")) return null;
      const page = posix.relative(ROOT, file);
      return { code: `export default ${JSON.stringify(render(page, code))};`, map: null };
    },
  };
}
