import { z } from "zod";
import { invariant } from "#domain/kernel/invariant.ts";

const chunkSchema = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).optional(),
  dynamicImports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});

/** Vite's manifest of its chunks: the files of each module, and its imports. */
export const manifestSchema = z.record(z.string(), chunkSchema);
export type Manifest = z.infer<typeof manifestSchema>;

/** The bytes that a browser loads before it shows something. */
export interface Load {
  readonly name: string;
  readonly bytes: number;
}

/** The site's weight: for every page, and for each view when it is the first one. */
export interface Weight {
  readonly entry: Load;
  readonly views: readonly Load[];
}

/** Weighs the site by its manifest, with the size of each file. */
export function weigh(manifest: Manifest, bytesOf: (file: string) => number): Weight {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  invariant(entry !== undefined, "the site has an entry");
  const sum = (keys: readonly string[]): number =>
    [...filesOf(manifest, keys)].reduce((bytes, file) => bytes + bytesOf(file), 0);
  const views = (manifest[entry]?.dynamicImports ?? []).map((key) => ({
    name: key,
    bytes: sum([entry, key]),
  }));
  return { entry: { name: entry, bytes: sum([entry]) }, views };
}

/** Modules of the gallery, which is for development: a build has none. */
export const forDevelopment = (manifest: Manifest): readonly string[] =>
  Object.keys(manifest).filter((key) => key.startsWith("gallery/"));

/** The files of some modules, and of all their static imports. */
export function filesOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const open = [...keys];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    open.push(...(chunk.imports ?? []));
  }
  return files;
}
