import { posix } from "node:path";
import type { SourceFile } from "./repository.ts";

/** One import of one file by another. */
export interface Import {
  readonly from: string;
  /** A path from the root for a file of ours, the name for a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Whether it vanishes before the program runs. */
  readonly isTypeOnly: boolean;
}

const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s)?(?:[\w*{][\w\s,*{}$]*\sfrom\s*)?["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** All imports of a file. */
export function importsOf({ path, text }: SourceFile): readonly Import[] {
  const named = [...text.matchAll(STATEMENT)].map((match) =>
    importOf(path, match[2] ?? "", match[1] !== undefined),
  );
  const dynamic = [...text.matchAll(DYNAMIC)].map((match) => importOf(path, match[1] ?? "", false));
  return [...named, ...dynamic];
}

function importOf(from: string, specifier: string, isTypeOnly: boolean): Import {
  const isPackage = !/^[#.]/.test(specifier);
  const to = specifier.startsWith("#")
    ? specifier.slice(1)
    : isPackage
      ? specifier
      : posix.join(posix.dirname(from), specifier);
  return { from, to, isPackage, isTypeOnly };
}

/** Circles in a graph of files, each as the files it goes through. */
export function circles(imports: readonly Import[]): readonly string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file]);
    if (done.has(file) || way.includes(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}
