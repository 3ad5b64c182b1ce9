import { pino } from "pino";
import { readConfig } from "#service/config.ts";
import { openMigrated } from "#service/databases.ts";
import { logModel } from "#service/features/log-model.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { importLog, NotEmptyError } from "#service/ledger/exported/import-log.ts";
import {
  EXIT_RIGHT,
  EXIT_WRONG,
  type Given,
  logTool,
  readKeys,
  TEXT,
  type Terminal,
  type Tool,
  WrongUse,
} from "./log-tool.ts";

const USAGE = `Puts an exported log into a database that has none, after verifying all of it: whole or not at all.

  npm run import-log -- --in FILE [--keys FILE]

  --in FILE    what npm run export-log wrote
  --keys FILE  the keys whose signatures count, as /api/ledger/keys answers them;
               without it those that the file names

The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data), which is made where it is not there.
It then shows and proves everything up to the export: npm run verify -- --without-seeds, npm run replay.
The players' identities and the sealed seeds of draws to come are in no export: to go on, restore a backup instead.
Exit code: 0 it was imported, 1 the file is wrong, 2 it could not be imported.`;

const options = { in: TEXT, keys: TEXT };

async function run(given: Given<typeof options>, { env, say, complain }: Terminal): Promise<number> {
  if (given.in === undefined) throw new WrongUse("--in: say what to import.");
  const config = readConfig({ ...DEMO_KEYS, ...env }, "demo");
  const keys = given.keys === undefined ? {} : { keys: await readKeys(given.keys) };
  const db = await openMigrated(config, pino({ level: "silent" }));
  try {
    const report = await importLog(db, given.in, { model: logModel, ...keys });
    if (!report.ok) {
      complain(`Nothing was imported. First bad position: ${report.problem.position}`);
      complain(report.problem.sentence);
      return EXIT_WRONG;
    }
    const { events, blocks } = report.summary;
    say(`Imported ${events.toLocaleString("en")} events in ${blocks.toLocaleString("en")} blocks.`);
    return EXIT_RIGHT;
  } finally {
    await db.close();
  }
}

/** `npm run import-log`. */
export const importLogTool: Tool = logTool({
  usage: USAGE,
  options,
  run,
  known: (error) => (error instanceof NotEmptyError ? error.message : null),
});
