import { posix } from "node:path";
import { expect, it } from "vitest";
import { repositoryFiles } from "./repository.ts";

const all = repositoryFiles();
const places = new Set(all.flatMap(({ path }) => [path, ...foldersOf(path)]));
/** A path from the root, or in the second group a file beside the previous path of its line. */
const NAMED = /`((?:domain|projections|service|web|migrations|docs)\/[\w.*/-]+)`|`([\w-]+\.(?:tsx?|sql))`/g;
/** Names of a feature to be added, in the page that explains it. */
const MADE_THERE = "docs/adding-a-feature.md";
/** Names files of the past. */
const PAST = "CHANGELOG.md";
/** Created by the first release. */
const TO_COME = ["migrations/frozen.json"];

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** Whether there is such a file or folder: a star is any name, and a number alone is a decision. */
function isThere(path: string): boolean {
  const named = path.replace(/\/$/, "");
  if (TO_COME.includes(named)) return true;
  if (!named.includes("*") && !/\/\d{4}$/.test(named)) return places.has(named);
  const text = named.replaceAll(".", "\\.").replaceAll("*", "[^/]+");
  return [...places].some((place) => new RegExp(`^${text}(-[^/]+)?$`).test(place));
}

/** The missing files that a line names. */
function missingIn(line: string): string[] {
  let beside: string | null = null;
  return [...line.matchAll(NAMED)].flatMap(([, path, name = ""]) => {
    if (path === undefined)
      return beside === null || isThere(`${beside}/${name}`) ? [] : [`${name} in ${beside}`];
    beside = /\.\w+$/.test(path) ? posix.dirname(path) : path.replace(/\/$/, "");
    return isThere(path) ? [] : [path];
  });
}

it("documents name existing files and folders", () => {
  const pages = all.filter(({ path }) => path.endsWith(".md") && ![MADE_THERE, PAST].includes(path));
  const missing = pages.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line) => missingIn(line).map((what) => `${path}: ${what}`)),
  );
  expect(missing).toEqual([]);
});
