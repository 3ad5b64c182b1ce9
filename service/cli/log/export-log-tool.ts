import { open, rename, rm } from "node:fs/promises";
import { readConfig } from "#service/config.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { type Exported, exportLog } from "#service/ledger/exported/export-log.ts";
import {
  EXIT_RIGHT,
  type Given,
  keysOf,
  logTool,
  TEXT,
  type Terminal,
  type Tool,
  WrongUse,
  withLog,
} from "./log-tool.ts";

const USAGE = `Writes the log into one file, as it is stored: events, answers, blocks and signed heads, a line of JSON each.

  npm run export-log -- --out FILE

  --out FILE  where to; a file that is there already is not overwritten

Whoever has the file can verify it: npm run verify -- --log FILE --heads FILE --keys FILE
The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data). It may be in use on PostgreSQL.
Exit code: 0 it was written, 2 it could not be.`;

const options = { out: TEXT };

async function run({ out }: Given<typeof options>, { env, say }: Terminal): Promise<number> {
  if (out === undefined) throw new WrongUse("--out: say where to write.");
  const config = readConfig({ ...DEMO_KEYS, ...env }, "demo");
  return withLog(config, "export-log", async (db) => {
    const startedAt = performance.now();
    const { events, blocks } = await writeWhole(out, (write) =>
      exportLog(db, { logId: config.logId, keys: keysOf(config), now: Date.now, write }),
    );
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const count = (n: number): string => n.toLocaleString("en");
    say(`Wrote ${count(events)} events in ${count(blocks)} blocks to ${out}, in ${seconds} s.`);
    return EXIT_RIGHT;
  });
}

/** Writes a file that gets its name only once it is completely on disk. */
async function writeWhole(
  path: string,
  work: (write: (piece: string) => Promise<void>) => Promise<Exported>,
): Promise<Exported> {
  // Reserved first, so that no other process writes it meanwhile.
  await (await open(path, "wx")).close();
  const part = `${path}.part`;
  try {
    const file = await open(part, "w");
    try {
      const exported = await work(async (piece) => void (await file.writeFile(piece)));
      await file.sync();
      await rename(part, path);
      return exported;
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(part, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

/** `npm run export-log`. */
export const exportLogTool: Tool = logTool({ usage: USAGE, options, run });
