import { existsSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type LedgerKeys, ledgerKeysSchema } from "#domain/features/ledger/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { isCurrency } from "#domain/ledger/account.ts";
import { type Config, ConfigError, readConfig } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError, classify } from "#service/db/errors.ts";
import { FolderLockedError } from "#service/db/folder-lock.ts";
import { openPglite } from "#service/db/pglite.ts";
import { openPostgres } from "#service/db/postgres.ts";
import { DEMO_KEYS } from "#service/demo-keys.ts";
import { createHeadSigner } from "#service/ledger/head-signer.ts";
import { HeadsFileError, readHeads } from "#service/ledger/heads-file.ts";
import type { AssetBalance } from "#service/ledger/trial-balance.ts";
import { type VerifySummary, verifyLog } from "#service/ledger/verify.ts";

const USAGE = `Verifies the log: every hash, every balance, every draw that was revealed.

  npm run verify -- [--heads FILE] [--keys FILE]

  --heads FILE  signed heads that were kept elsewhere: finds what was cut off or rewritten
  --keys FILE   the keys whose signatures count, as /api/ledger/keys answers them;
                without it the public halves of HEAD_KEYS and RETIRED_HEAD_KEYS

The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data).
Exit code: 0 all is right, 1 something is wrong, 2 it could not be verified.`;

const EXIT_WRONG = 1;
const EXIT_NOT_VERIFIED = 2;

/** A verification reads everything there is: a statement of it may take an hour. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

/** SQLSTATE of a table that is not there. */
const UNDEFINED_TABLE = "42P01";

/** Why nothing could be verified, in one sentence. */
class NotVerified extends Error {}

async function verify(): Promise<number> {
  const { heads, keys: keysFile, help } = readArguments();
  if (help === true) {
    console.log(USAGE);
    return 0;
  }
  const config = readConfig({ ...DEMO_KEYS, ...process.env }, "demo");
  const keys = keysFile === undefined ? keysOf(config) : await readKeys(keysFile);
  // Said at once, and not after the hour that a long log may take.
  if (heads !== undefined) await access(heads);
  const db = await openDatabase(config);
  try {
    const startedAt = performance.now();
    const options = heads === undefined ? { keys } : { keys, heads: readHeads(heads) };
    const report = await verifyLog(db, options);
    if (report.ok) {
      print(report.summary, { heads, seconds: (performance.now() - startedAt) / 1_000 });
      return 0;
    }
    console.error(`First bad position: ${report.problem.position}\n${report.problem.sentence}`);
    return EXIT_WRONG;
  } finally {
    await db.close();
  }
}

function readArguments(): { readonly heads?: string; readonly keys?: string; readonly help?: boolean } {
  try {
    const { values } = parseArgs({
      options: { heads: { type: "string" }, keys: { type: "string" }, help: { type: "boolean" } },
    });
    return values;
  } catch (error) {
    throw new NotVerified(`${asError(error).message}\n\n${USAGE}`);
  }
}

const keysOf = (config: Config): LedgerKeys["keys"] =>
  createHeadSigner({ keys: config.headKeys, retired: config.retiredHeadKeys }).publicKeys().keys;

async function readKeys(path: string): Promise<LedgerKeys["keys"]> {
  try {
    return ledgerKeysSchema.parse(JSON.parse(await readFile(path, "utf8"))).keys;
  } catch {
    throw new NotVerified(`${path} does not hold keys as /api/ledger/keys answers them.`);
  }
}

async function openDatabase({ databaseUrl, dataFolder }: Config): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    const options = {
      poolSize: 1,
      applicationName: "florin verify",
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    };
    return openPostgres(databaseUrl, options);
  }
  // PGlite would make a new database where there is none, and a new log has nothing wrong with it.
  if (!existsSync(join(dataFolder, "PG_VERSION")))
    throw new NotVerified(`There is no database in ${dataFolder}.`);
  return openPglite(dataFolder);
}

function print(
  summary: VerifySummary,
  { heads, seconds }: { readonly heads: string | undefined; readonly seconds: number },
): void {
  const count = (n: number): string => n.toLocaleString("en");
  const rate = Math.round(summary.events / Math.max(seconds, Number.EPSILON));
  console.log(
    `The log is right: ${count(summary.events)} events in ${count(summary.blocks)} blocks, ` +
      `${count(summary.accounts)} accounts, ${count(summary.flipsRecomputed)} flips drawn again.`,
  );
  for (const balance of summary.trialBalance) console.log(`  ${balanceLine(balance)}`);
  const elsewhere = heads === undefined ? "" : `, ${count(summary.headsElsewhere)} in ${heads}`;
  console.log(`Signed heads: ${count(summary.headsStored)} in the database${elsewhere}.`);
  if (heads === undefined)
    console.log(
      "No heads kept elsewhere were given, so a log that was cut off or rewritten whole looks right.",
    );
  console.log(`Verified in ${seconds.toFixed(1)} s, ${count(rate)} events a second.`);
}

function balanceLine({ asset, issued, players, escrow, house, creators, sum }: AssetBalance): string {
  const written = isCurrency(asset) ? formatMinor : String;
  const parts = `players ${written(players)} + escrow ${written(escrow)} + house ${written(house)}`;
  return `${asset}: issued ${written(issued)} = ${parts} + creators ${written(creators)}, sum ${written(sum)}`;
}

/** The sentence for what kept a verification from being done; null for what nobody expected. */
function sentenceOf(error: Error): string | null {
  const isKnown =
    error instanceof NotVerified ||
    error instanceof ConfigError ||
    error instanceof FolderLockedError ||
    error instanceof HeadsFileError;
  if (isKnown) return error.message;
  const code = "code" in error ? error.code : null;
  if (code === "ENOENT") return error.message;
  if (code === UNDEFINED_TABLE) return "The database holds no log of this program's version.";
  return classify(error) === "retry" ? `The database cannot be reached: ${error.message}` : null;
}

verify().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(sentenceOf(asError(error)) ?? error);
    process.exitCode = EXIT_NOT_VERIFIED;
  },
);
