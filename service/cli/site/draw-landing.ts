import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { z } from "zod";
import { invariant } from "#domain/kernel/invariant.ts";
import { LANDINGS } from "#service/http/files/static.ts";

/** The module that draws, of whichever feature has the page, and where it is built so that it runs here. */
const SOURCE = "drawn-landing.tsx";
const PROGRAM = ".cache/landing";
const DRAWING = { begins: '<div id="first"', ends: "<noscript>" } as const;

const drawings = z.object({ drawnLanding: z.record(z.enum(["site", "demo"]), z.string()) });

/** Puts another drawing into the place where a page shows one until its scripts have run. */
export function withDrawing(page: string, drawing: string): string {
  const [begins, ends] = [page.indexOf(DRAWING.begins), page.indexOf(DRAWING.ends)];
  invariant(begins >= 0 && ends > begins, "the page has a place for its first drawing");
  return `${page.slice(0, begins)}<div id="first">${drawing}</div>\n    ${page.slice(ends)}`;
}

/** Draws the page that visitors land on, so that it is there before any script is. @param folder the built site */
export async function drawLanding(folder: string): Promise<void> {
  const features = await readdir("web/features", { withFileTypes: true, recursive: true });
  const source = features.find(({ name }) => name === SOURCE);
  invariant(source !== undefined, `one feature has ${SOURCE}`);
  await build({
    configFile: "vite.config.ts",
    logLevel: "warn",
    build: {
      ssr: resolve(source.parentPath, source.name),
      outDir: resolve(PROGRAM),
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "landing.js" } },
    },
  });
  // What modules of the site read from `window` when they are loaded.
  Object.assign(globalThis, {
    window: { location: new URL("http://localhost/"), addEventListener: () => undefined },
  });
  const { drawnLanding } = drawings.parse(await import(pathToFileURL(join(PROGRAM, "landing.js")).href));
  const page = await readFile(join(folder, "index.html"), "utf8");
  for (const kind of ["site", "demo"] as const)
    await writeFile(join(folder, LANDINGS[kind]), withDrawing(page, drawnLanding[kind]));
}
