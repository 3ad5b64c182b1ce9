import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One text file of the repository. */
export interface SourceFile {
  /** From the root, with slashes: `domain/kernel/money.ts`. */
  readonly path: string;
  readonly text: string;
}

/** What git does not keep is not looked at (`.git` is a file in a worktree); the lock file is written by npm alone. */
const NOT_OURS = [".git", ".git/", "package-lock.json"];
const IGNORED = [...NOT_OURS, ...readFileSync(".gitignore", "utf8").split("\n")]
  .map((line) => line.replace(/^\//, ""))
  .filter((line) => line !== "" && !line.includes("*"));

const BINARY = /\.(png|ico|woff2|gz)$/;
const CODE = /\.tsx?$/;

/** Every text file that the repository keeps. */
export function repositoryFiles(): readonly SourceFile[] {
  return filesBelow("").map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** Every TypeScript file of the five rooms. */
export const codeFiles = (): readonly SourceFile[] =>
  repositoryFiles().filter(({ path }) => CODE.test(path) && path.includes("/"));

/** Tests, and what only tests, measurements and rehearsals use. */
export const isForTests = (path: string): boolean =>
  /\.(test|e2e)\.tsx?$/.test(path) ||
  path.includes("/testing/") ||
  [
    "service/lab/faults/",
    "service/lab/bench/",
    "service/lab/tidy/",
    "service/lab/properties/",
    "web/e2e/",
  ].some((folder) => path.startsWith(folder));

function filesBelow(folder: string): string[] {
  return readdirSync(folder === "" ? "." : folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const isIgnored =
      IGNORED.includes(entry.isDirectory() ? `${path}/` : path) || BINARY.test(path) || path.endsWith(".log");
    if (isIgnored) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [join(path)] : [];
  });
}
