import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything besides its text that decides a module's output: compiler, settings, resolution of names. */
export const DECIDING = [
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "domain/tsconfig.json",
  "projections/tsconfig.json",
  "service/tsconfig.json",
  "web/tsconfig.json",
];

/** A digest of everything besides a module's own text. @param root folder of the project */
export function compilerOf(root: string): string {
  const digest = createHash("sha256");
  for (const file of DECIDING) digest.update(readFileSync(join(root, file))).update("\0");
  return digest.digest("hex");
}

/**
 * The key of a module's cached output besides its text: false for one that imports files by a pattern, which is
 * compiled each time.
 */
export const keptBy = (sourceCode: string, compiler: string): string | false =>
  sourceCode.includes("import.meta.glob") ? false : compiler;
