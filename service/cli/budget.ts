import { existsSync, readFileSync, statSync } from "node:fs";
import { forDevelopment, type Load, manifestSchema, weigh } from "#service/cli/checks/bundle-budget.ts";

const SITE = "dist/web";
/** Limit for what every page loads first: React, the frame, styles, and 40 features' entries. */
const ENTRY_BYTES_MAX = 125_700;
/** Pages share one file of small modules: another round of requests costs a slow line more than its 3 kB. */
const VIEW_BYTES_MAX = 188_800;
/** The proof checker loads on demand, after the first view: curves and schemas, and no page waits for it. */
const CHECK_BYTES_MAX = 236_000;

const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${SITE}/.vite/manifest.json`, "utf8")));
const sizes = new Map<string, number>();
const { entry, views } = weigh(manifest, (file) => {
  const bytes = sizes.get(file) ?? sentBytes(`${SITE}/${file}`);
  sizes.set(file, bytes);
  return bytes;
});

const isWithin = [
  report(entry, ENTRY_BYTES_MAX),
  ...views
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((view) => report(view, view.name.endsWith(".ts") ? CHECK_BYTES_MAX : VIEW_BYTES_MAX)),
];
const strays = forDevelopment(manifest);
for (const stray of strays) console.log(`${stray} is for development alone, and was built`);
process.exitCode = views.length > 0 && isWithin.every(Boolean) && strays.length === 0 ? 0 : 1;

/** The size of a file as sent to a browser that accepts gzip. */
function sentBytes(path: string): number {
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size;
}

function report({ name, bytes }: Load, limit: number): boolean {
  const kB = (n: number): string => `${(n / 1_000).toFixed(1)} kB`;
  const verdict = bytes <= limit ? "" : "  TOO MUCH";
  console.log(`${kB(bytes).padStart(9)} of ${kB(limit)} gzipped  ${name}${verdict}`);
  return bytes <= limit;
}
