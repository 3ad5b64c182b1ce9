import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { manifestSchema } from "#service/cli/checks/bundle-budget.ts";
import { earlyLinks } from "#service/cli/checks/early-links.ts";
import { compressSite } from "#service/cli/site/compress-site.ts";
import { drawPages } from "#service/cli/site/draw-pages.ts";
import { EARLY_LINKS } from "#service/http/files/built-site.ts";

/** Everything that can change the build. */
const SOURCES = [
  "service/cli/build-web.ts",
  "service/cli/site/compress-site.ts",
  "service/cli/site/draw-pages.ts",
  "service/cli/checks/early-links.ts",
  "service/http/files/built-site.ts",
  "web",
  "domain",
  "vite.config.ts",
  "package.json",
  "package-lock.json",
];

/** Stored in the output folder, so that another kind of build removes it and an old site is never reused. */
const STAMP = "dist/web/.vite/sources.sha256";

const digest = await digestOf(SOURCES);
const built = process.argv.includes("--anew") ? null : await readFile(STAMP, "utf8").catch(() => null);
if (digest !== built) {
  console.log("Building the site ...");
  // Always a production build, whatever this process was started for.
  process.env.NODE_ENV = "production";
  await build({ configFile: "vite.config.ts", logLevel: "warn" });
  await noteEarlyLinks();
  await drawPages("dist/web");
  await compressSite("dist/web");
  await writeFile(STAMP, digest);
}

async function noteEarlyLinks(): Promise<void> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile("dist/web/.vite/manifest.json", "utf8")));
  const features = (await filesBelow("web/features")).filter((path) => /\/feature\.tsx?$/.test(path));
  const sources = await Promise.all(features.map((path) => readFile(path, "utf8")));
  await writeFile(`dist/web${EARLY_LINKS}`, JSON.stringify(earlyLinks(manifest, sources)));
}

async function digestOf(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(await readFile(file));
  return hash.digest("hex");
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => null);
  if (entries === null) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
