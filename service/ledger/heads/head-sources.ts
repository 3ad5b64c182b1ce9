import { existsSync, statSync } from "node:fs";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { readHeads as readFileOfHeads } from "./heads-file.ts";
import { headsInFolder } from "./heads-folder.ts";
import { logName } from "./signed-heads.ts";

/** Reads the heads of a log kept in a file, or in a folder that logs may share, as of the call. */
export const readHeads = (path: string, logId: number): AsyncGenerator<SignedHead> =>
  statSync(path).isDirectory() ? headsInFolder(path, logName(logId)) : readFileOfHeads(path);

/** Where a service keeps the heads of its log. */
interface HeadPlaces {
  readonly logId: number;
  readonly headsFile: string;
  readonly headsFolder: string | null;
}

/** Reads the heads in all of these places, as of the call; a place may not exist yet. */
export function readAllHeads({ logId, headsFile, headsFolder }: HeadPlaces): AsyncGenerator<SignedHead> {
  const places = [headsFile, ...(headsFolder === null ? [] : [headsFolder])];
  return allOf(places.filter((place) => existsSync(place)).map((place) => readHeads(place, logId)));
}

async function* allOf(sources: readonly AsyncGenerator<SignedHead>[]): AsyncGenerator<SignedHead> {
  for (const source of sources) yield* source;
}
