import { statSync } from "node:fs";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { readHeads as readFileOfHeads } from "./heads-file.ts";
import { headsInFolder } from "./heads-folder.ts";

/** Reads the heads kept in a file or a folder, as of the call. */
export const readHeads = (path: string): AsyncGenerator<SignedHead> =>
  statSync(path).isDirectory() ? headsInFolder(path) : readFileOfHeads(path);
