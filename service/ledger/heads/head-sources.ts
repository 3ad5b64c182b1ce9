import { existsSync, statSync } from "node:fs";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { readHeads as readFileOfHeads } from "./heads-file.ts";
import { headsInFolder } from "./heads-folder.ts";

/** Reads the heads kept in a file or a folder, as of the call. */
export const readHeads = (path: string): AsyncGenerator<SignedHead> =>
  statSync(path).isDirectory() ? headsInFolder(path) : readFileOfHeads(path);

/** Reads the heads in all places where a service keeps them, as of the call; a place may not exist yet. */
export function readAllHeads({
  headsFile,
  headsFolder,
}: {
  readonly headsFile: string;
  readonly headsFolder: string | null;
}): AsyncGenerator<SignedHead> {
  const places = [headsFile, ...(headsFolder === null ? [] : [headsFolder])];
  return allOf(places.filter((place) => existsSync(place)).map(readHeads));
}

async function* allOf(sources: readonly AsyncGenerator<SignedHead>[]): AsyncGenerator<SignedHead> {
  for (const source of sources) yield* source;
}
