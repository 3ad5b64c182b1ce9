import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One text file of the repository. */
export interface SourceFile {
  /** From the root, with slashes: `domain/kernel/money.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Files outside git are skipped (`.git` is a file in a worktree); npm alone writes the lock file. */
const NOT_OURS = [".git", ".git/", "package-lock.json"];
const IGNORED = [...NOT_OURS, ...readFileSync(".gitignore", "utf8").split("\n")]
  .map((line) => line.replace(/^\//, ""))
  .filter((line) => line !== "" && !line.includes("*"));

const BINARY = /\.(png|ico|woff2|gz)$/;
const CODE = /\.tsx?$/;

/** Every text file of the repository. */
export function repositoryFiles(): readonly SourceFile[] {
  return filesBelow("").map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** Every TypeScript file of the five rooms. */
export const codeFiles = (): readonly SourceFile[] =>
  repositoryFiles().filter(({ path }) => CODE.test(path) && path.includes("/"));

/** Tests, and code for tests, measurements and rehearsals only. */
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
