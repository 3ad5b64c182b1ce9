import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect, parseArgs } from "node:util";
import { type LedgerKeys, ledgerKeysSchema } from "#domain/ledger/proof.ts";
import { isExplained } from "#service/cli/start-trouble.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { expectLog } from "#service/event-store/log-number.ts";
import { ExportedLogError } from "#service/ledger/exported/read-export.ts";
import { createHeadSigner } from "#service/ledger/heads/head-signer.ts";

export const EXIT_RIGHT = 0;
export const EXIT_WRONG = 1;
export const EXIT_NOT_DONE = 2;

/** These tools read the whole log: one of their statements may take an hour. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
/** SQLSTATE of a missing table. */
const UNDEFINED_TABLE = "42P01";

/** Why a tool could not do its work, in one sentence. */
export class NotDone extends Error {}
/** Options that contradict each other or are missing: the usage is printed as well. */
export class WrongUse extends NotDone {}

/** Works on the configured database, which must exist and hold the configured log, and closes it. */
export async function withLog<T>(
  config: Config,
  tool: string,
  work: (db: OpenDatabase) => Promise<T>,
): Promise<T> {
  const db = await openAnyLog(config, tool);
  try {
    await expectLog(db, config.logId);
    return await work(db);
  } finally {
    await db.close();
  }
}

async function openAnyLog({ databaseUrl, dataFolder }: Config, tool: string): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    const applicationName = `florin ${tool}`;
    return openPostgres(databaseUrl, {
      poolSize: 1,
      applicationName,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  }
  return openFolder(dataFolder);
}

/**
 * Opens the PGlite database in a folder.
 * @throws NotDone if there is none: PGlite would create an empty one, in which nothing is wrong
 */
export async function openFolder(folder: string): Promise<OpenDatabase> {
  if (!existsSync(join(folder, "PG_VERSION"))) throw new NotDone(`There is no database in ${folder}.`);
  return openPglite(folder);
}

/** The public halves of the configured keys. */
export const keysOf = (config: Config): LedgerKeys["keys"] =>
  createHeadSigner({ keys: config.headKeys, retired: config.retiredHeadKeys }).publicKeys().keys;

/** The keys in a file. @throws NotDone when it contains none */
export async function readKeys(path: string): Promise<LedgerKeys["keys"]> {
  try {
    return ledgerKeysSchema.parse(JSON.parse(await readFile(path, "utf8"))).keys;
  } catch {
    throw new NotDone(`${path} does not hold keys as /api/ledger/keys answers them.`);
  }
}

/** A tool's arguments, and its output. */
export interface Terminal {
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a line of the result. */
  readonly say: (line: string) => void;
  /** Prints a line about a problem. */
  readonly complain: (line: string) => void;
  /** The script of the process; absent when a tool runs within another program. */
  readonly program?: string | undefined;
}

/** A command-line tool without its process. @returns the exit code */
export type Tool = (terminal: Terminal) => Promise<number>;

/** Runs a tool as this process: with its arguments, environment, output and exit code. */
export function runTool(tool: Tool): void {
  const terminal = {
    args: process.argv.slice(2),
    env: process.env,
    say: console.log,
    complain: console.error,
    program: process.argv[1],
  };
  void tool(terminal).then((code) => {
    process.exitCode = code;
  });
}

/** Options with a text, and flags. */
export const TEXT = { type: "string" } as const;
export const FLAG = { type: "boolean" } as const;
type Options = { readonly [name: string]: typeof TEXT | typeof FLAG };
/** The given options. */
export type Given<O extends Options> = {
  readonly [N in keyof O]?: O[N] extends typeof TEXT ? string : boolean;
};

interface LogTool<O extends Options> {
  /** The usage, as `--help` prints it. */
  readonly usage: string;
  readonly options: O;
  readonly run: (given: Given<O>, terminal: Terminal) => Promise<number>;
  /** Messages for the tool's own errors. */
  readonly known?: (error: Error) => string | null;
}

/** Makes a tool of work that may fail: known errors become one sentence, others are printed whole. */
export function logTool<const O extends Options>({ usage, options, run, known }: LogTool<O>): Tool {
  return async (terminal) => {
    try {
      const { help, ...given } = read(terminal.args, { ...options, help: FLAG });
      if (help !== true) return await run(given as Given<O>, terminal);
      terminal.say(usage);
      return EXIT_RIGHT;
    } catch (thrown) {
      const error = asError(thrown);
      const said = known?.(error) ?? sentenceOf(error) ?? inspect(thrown);
      terminal.complain(error instanceof WrongUse ? `${said}\n\n${usage}` : said);
      return EXIT_NOT_DONE;
    }
  };
}

function read(args: readonly string[], options: Options): { readonly [name: string]: unknown } {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new WrongUse(asError(error).message);
  }
}

function sentenceOf(error: Error): string | null {
  if (error instanceof NotDone || error instanceof ExportedLogError || isExplained(error))
    return error.message;
  const code = "code" in error ? error.code : null;
  if (code === "ENOENT" || code === "EEXIST" || code === "EISDIR" || code === "EACCES") return error.message;
  if (sqlState(error) === UNDEFINED_TABLE) return "The database holds no log of this program's version.";
  return classify(error) === "retry" ? `The database cannot be reached: ${error.message}` : null;
}
