import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { z } from "zod";
import { invariant } from "#domain/kernel/invariant.ts";
import { DRAWN_PAGES, type DrawnPages, SITE_KINDS } from "#service/http/files/built-site.ts";

/** The module that draws, and the place of its build for Node. */
const SOURCE = "web/drawn-pages.tsx";
const PROGRAM = ".cache/drawn-pages";
/** The folder of drawn pages, below the built site. */
const FOLDER = "drawn";
const DRAWING = { begins: '<div id="first"', ends: "<noscript>" } as const;

const drawPagesOf = z.object({
  drawPages: z.custom<(kind: string) => unknown>((it) => it instanceof Function),
});
const drawings = z.record(z.string(), z.string().startsWith(DRAWING.begins));

/** Replaces the drawing that a page shows until its scripts have run. */
export function withDrawing(page: string, drawing: string): string {
  const [begins, ends] = [page.indexOf(DRAWING.begins), page.indexOf(DRAWING.ends)];
  invariant(begins >= 0 && ends > begins, "the page has a place for its first drawing");
  return `${page.slice(0, begins)}${drawing}\n    ${page.slice(ends)}`;
}

/** Renders with React what a browser shows of pages before any script has run. @param folder the built site */
export async function drawPages(folder: string): Promise<void> {
  await build({
    configFile: "vite.config.ts",
    logLevel: "warn",
    build: {
      ssr: resolve(SOURCE),
      outDir: resolve(PROGRAM),
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "drawn-pages.js" } },
    },
  });
  // Modules of the site read these from `window` when they are loaded.
  Object.assign(globalThis, {
    window: { location: new URL("http://localhost/"), addEventListener: () => undefined },
  });
  const module: unknown = await import(pathToFileURL(resolve(PROGRAM, "drawn-pages.js")).href);
  const page = await readFile(join(folder, "index.html"), "utf8");
  await mkdir(join(folder, FOLDER), { recursive: true });
  const noted: DrawnPages = { site: {}, demo: {} };
  for (const kind of SITE_KINDS) {
    const drawn = drawings.parse(await drawPagesOf.parse(module).drawPages(kind));
    for (const [key, drawing] of Object.entries(drawn)) {
      const html = withDrawing(page, drawing);
      const name = `/${FOLDER}/${createHash("sha256").update(html).digest("hex").slice(0, 16)}.html`;
      await writeFile(join(folder, name), html);
      noted[kind][key] = name;
    }
  }
  await writeFile(join(folder, DRAWN_PAGES), JSON.stringify(noted));
}
