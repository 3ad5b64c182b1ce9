import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What beside its text decides what a module is compiled to: which compiler, by which settings, where names lead. */
export const DECIDING = [
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "domain/tsconfig.json",
  "projections/tsconfig.json",
  "service/tsconfig.json",
  "web/tsconfig.json",
];

/** A digest of all that decides beside a module's own text. @param root folder of the project */
export function compilerOf(root: string): string {
  const digest = createHash("sha256");
  for (const file of DECIDING) digest.update(readFileSync(join(root, file))).update("\0");
  return digest.digest("hex");
}

/**
 * By what the kept form of a module goes beside its text: false for one that imports whatever files are there, which is
 * compiled anew.
 */
export const keptBy = (sourceCode: string, compiler: string): string | false =>
  sourceCode.includes("import.meta.glob") ? false : compiler;
