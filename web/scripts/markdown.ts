/** The project's documentation inside the page: Markdown becomes HTML when the page is built. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
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

/** Returns the file of a picture below the documentation; nothing for what is not there. */
function pictureOf(page: string, href: string): string | null {
  const path = posix.normalize(posix.join(posix.dirname(page), href));
  return /^https?:/.test(href) || path.startsWith("..") || !existsSync(join(ROOT, path)) ? null : path;
}

/** Returns the size of a picture as attributes, so that nothing jumps when it arrives. */
function sizeOf(path: string): string {
  const bytes = readFileSync(join(ROOT, path));
  if (path.endsWith(".png")) return ` width="${bytes.readUInt32BE(16)}" height="${bytes.readUInt32BE(20)}"`;
  const box = /<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(bytes.toString("utf8", 0, 1000));
  return box ? ` width="${box[1]}" height="${box[2]}"` : "";
}

export interface Rendered {
  html: string;
  /** The pictures, below the documentation; picture *n* stands in the HTML as `{{n}}`. */
  pictures: string[];
}

export function render(page: string, text: string): Rendered {
  const pictures: string[] = [];
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
      image({ text: words, href }: Tokens.Image) {
        const picture = pictureOf(page, href);
        if (picture === null) return `<em>${words}</em>`;
        pictures.push(picture);
        return `<img src="{{${pictures.length - 1}}}" alt="${words.replace(/"/g, "&quot;")}"${sizeOf(picture)} loading="lazy" />`;
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
  return { html: marked.parse(text, { async: false }), pictures };
}

export function markdown(): Plugin {
  return {
    name: "facedown-markdown",
    enforce: "pre",
    transform(code, id) {
      const file = id.split("?")[0]!;
      if (!file.endsWith(".md")) return null;
      const { html, pictures } = render(posix.relative(ROOT, file), code);
      // Files of their own: what is inside a script comes with the page, wanted or not.
      const imports = pictures.map((path, index) => `import picture${index} from ${JSON.stringify(`${join(ROOT, path)}?url&no-inline`)};`);
      const list = `[${pictures.map((_, index) => `picture${index}`).join(", ")}]`;
      return { code: `${imports.join("\n")}\nconst pictures = ${list};\nexport default ${JSON.stringify(html)}.replace(/\\{\\{(\\d+)\\}\\}/g, (_, index) => pictures[index]);`, map: null };
    },
  };
}
