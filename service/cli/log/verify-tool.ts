import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { isMoney } from "#domain/accounts/account.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { type LedgerKeys, type Receipt, receiptSchema } from "#domain/ledger/proof.ts";
import { type SignedHead, verifyReceipt } from "#domain/ledger/receipt.ts";
import { type Config, readConfig } from "#service/config.ts";
import { askStandbys } from "#service/db/primary/standbys.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { readHeading } from "#service/ledger/exported/read-export.ts";
import { verifyExport } from "#service/ledger/exported/verify-export.ts";
import { readHeads } from "#service/ledger/heads/head-sources.ts";
import type { AssetBalance } from "#service/ledger/verifier/log-model.ts";
import { type VerifyReport, type VerifySummary, verifyLog } from "#service/ledger/verify.ts";
import {
  EXIT_RIGHT,
  EXIT_WRONG,
  FLAG,
  type Given,
  keysOf,
  logTool,
  NotDone,
  readKeys,
  TEXT,
  type Terminal,
  type Tool,
  WrongUse,
  withLog,
} from "./log-tool.ts";
import { modelFor } from "./told-of-log.ts";
import { verifyLogs } from "./verify-logs.ts";
import { threadsFor } from "./verify-threads.ts";

const USAGE = `Verifies the log: every hash, every balance, every draw that was revealed.

  npm run verify -- [--log FILE] [--heads FILE] [--keys FILE] [--admins IDS] [--drand] [--without-seeds]
  npm run verify -- --receipt FILE [--heads FILE] [--keys FILE]
  npm run verify -- --standby
  npm run verify -- --logs FILE,FILE,... [--admins IDS] [--drand]

  --log FILE       an exported log (npm run export-log) in place of a database
  --receipt FILE   one receipt, as a player downloads it
  --heads FILE     signed heads that were kept elsewhere, a file or a folder: finds what was cut off or rewritten
  --keys FILE      the keys whose signatures count, as /api/ledger/keys answers them;
                   without it the public halves of HEAD_KEYS and RETIRED_HEAD_KEYS
  --standby        whether a standby that DATABASE_URL names could be promoted without a loss; the log is not read
  --logs FILES     the settings of each log of a site that has several, a file as --env-file takes it for each:
                   verifies them, with their HEADS_FILE and HEADS_DIR, and what went between them
  --admins IDS     everybody whom ADMIN_PLATFORM_IDS has ever named, as there, or by the ids of their players, which
                   alone an exported log has: finds acts by anybody else whom no grant in the log made an admin
  --drand          no beacon of one's own ever decided (BEACON=local): finds games that another one than drand decided
  --without-seeds  the database was made from an exported log, which holds no sealed seeds

The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data).
Exit code: 0 all is right, 1 something is wrong, 2 it could not be verified.`;

/** Far longer than any receipt, in characters. */
const RECEIPT_CHARS_MAX = 1_000_000;

const options = {
  ...{ log: TEXT, receipt: TEXT, heads: TEXT, keys: TEXT, logs: TEXT, admins: TEXT },
  ...{ standby: FLAG, drand: FLAG, "without-seeds": FLAG },
};
type Arguments = Given<typeof options>;

async function verify(given: Arguments, terminal: Terminal): Promise<number> {
  const { say, complain } = terminal;
  if (given.log !== undefined && given.receipt !== undefined)
    throw new WrongUse("--log and --receipt: one of the two is verified at a time.");
  if (given.logs !== undefined) return verifyLogs(terminal, given.logs.split(","), given);
  const config = readConfig({ ...DEMO_KEYS, ...terminal.env }, "demo");
  const keys = given.keys === undefined ? null : await readKeys(given.keys);
  if (given.standby === true) return verifyStandby(terminal, config);
  // Read first, not after the hour that a long log may take.
  if (given.heads !== undefined) await access(given.heads);
  if (given.receipt !== undefined)
    return verifyOneReceipt(terminal, { ...given, path: given.receipt, keys: keys ?? keysOf(config) });
  const startedAt = performance.now();
  const report = await (given.log === undefined
    ? verifyDatabase(config, keys ?? keysOf(config), { ...given, ...terminal })
    : verifyFile({ ...given, path: given.log, say }, keys));
  if (report.ok) {
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const line of linesOf(report.summary, { heads: given.heads, seconds })) say(line);
    return EXIT_RIGHT;
  }
  complain(`First bad position: ${report.problem.position}\n${report.problem.sentence}`);
  return EXIT_WRONG;
}

async function verifyStandby({ say, complain }: Terminal, { databaseUrl }: Config): Promise<number> {
  if (databaseUrl === null) throw new NotDone("PGlite has no standby: set DATABASE_URL.");
  const { lines, problems } = await askStandbys(databaseUrl);
  for (const line of lines) say(line);
  for (const problem of problems) complain(problem);
  return problems.length === 0 ? EXIT_RIGHT : EXIT_WRONG;
}

async function verifyDatabase(
  config: Config,
  keys: LedgerKeys["keys"],
  { heads, admins, drand, "without-seeds": withoutSeeds = false, ...terminal }: Arguments & Terminal,
): Promise<VerifyReport> {
  return withLog(config, "verify", async (db) =>
    verifyLog(db, {
      logId: config.logId,
      model: await modelFor({ admins, drand }, db, terminal),
      keys,
      withoutTables: withoutSeeds,
      ...threadsFor(config, terminal),
      ...(heads === undefined ? {} : { heads: readHeads(heads, config.logId) }),
    }),
  );
}

async function verifyFile(
  {
    path,
    heads,
    admins,
    drand,
    say,
  }: Pick<Arguments, "heads" | "admins" | "drand"> & Pick<Terminal, "say"> & { readonly path: string },
  given: LedgerKeys["keys"] | null,
): Promise<VerifyReport> {
  const { keys: own, exportedAt, logId } = await readHeading(path);
  const keys = given ?? own;
  say(`A log that was exported at ${exportedAt}.`);
  if (given === null)
    say("Signatures are checked by the keys in the file itself: bring keys learnt elsewhere with --keys.");
  return verifyExport(path, {
    model: await modelFor({ admins, drand }, null, { say }),
    keys,
    ...(heads === undefined ? {} : { heads: readHeads(heads, logId) }),
  });
}

async function verifyOneReceipt(
  { say, complain }: Terminal,
  {
    path,
    keys,
    heads,
  }: { readonly path: string; readonly keys: LedgerKeys["keys"]; readonly heads?: string },
): Promise<number> {
  const receipt = await readReceipt(path);
  const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
    createHash("sha256").update(bytes).digest();
  const check = await verifyReceipt(receipt, { keys, sha256, verifyEd25519 });
  const kept = heads === undefined ? null : await keptHead(heads, receipt);
  const problem = check.ok ? problemOfKept(kept, receipt) : check.problem;
  if (!check.ok || problem !== null) {
    complain(`The receipt proves nothing: ${problem}`);
    return EXIT_WRONG;
  }
  const { event } = check;
  const { head } = receipt;
  say(`The receipt is right: position ${event.position} of the log ${head.log} is ${event.type}.`);
  say(`  recorded at ${new Date(event.recordedAt).toISOString()} by ${event.actor}, on ${event.stream}`);
  say(`  ${JSON.stringify(event.payload)}`);
  for (const { account, asset, delta } of event.postings)
    say(`  ${account}: ${isMoney(asset) ? formatMinor(delta) : delta} ${asset}`);
  say(`Under the head of block ${head.number}, signed at ${head.at} with the key "${head.keyId}".`);
  if (heads !== undefined)
    say(
      kept === null
        ? `There is no head of that block in ${heads}: nothing kept elsewhere vouches for it.`
        : `The head in ${heads}, signed at ${kept.at}, is the same.`,
    );
  return EXIT_RIGHT;
}

async function readReceipt(path: string): Promise<Receipt> {
  const text = await readFile(path, "utf8");
  try {
    if (text.length > RECEIPT_CHARS_MAX) throw new Error("It is too long");
    return receiptSchema.parse(JSON.parse(text));
  } catch {
    throw new NotDone(`${path} does not hold a receipt of the ledger: it lacks parts, or carries others.`);
  }
}

const isSameHead = (one: SignedHead, other: SignedHead): boolean =>
  one.hash === other.hash && one.to === other.to;

/** The head of a receipt's block that was kept elsewhere, if possible a different one; null for none. */
async function keptHead(heads: string, { head }: Receipt): Promise<SignedHead | null> {
  let same: SignedHead | null = null;
  for await (const kept of readHeads(heads, Number(head.log))) {
    if (kept.log !== head.log || kept.number !== head.number) continue;
    if (!isSameHead(kept, head)) return kept;
    same ??= kept;
  }
  return same;
}

const problemOfKept = (kept: SignedHead | null, { head }: Receipt): string | null =>
  kept === null || isSameHead(kept, head)
    ? null
    : `The head of block ${head.number} that was kept elsewhere, signed at ${kept.at}, is another.`;

function linesOf(
  summary: VerifySummary,
  { heads, seconds }: { readonly heads: string | undefined; readonly seconds: number },
): string[] {
  const count = (n: number): string => n.toLocaleString("en");
  const rate = Math.round(summary.events / Math.max(seconds, Number.EPSILON));
  const elsewhere = heads === undefined ? "" : `, ${count(summary.headsElsewhere)} in ${heads}`;
  return [
    `The log is right: ${count(summary.events)} events in ${count(summary.blocks)} blocks, ` +
      `${count(summary.accounts)} accounts, ${count(summary.recomputed)} flips drawn again.`,
    ...summary.trialBalance.map((balance) => `  ${balanceLine(balance)}`),
    `Signed heads: ${count(summary.headsStored)} with the log${elsewhere}.`,
    vouchingLine(summary, heads),
    `Verified in ${seconds.toFixed(1)} s, ${count(rate)} events a second.`,
  ];
}

/** How far heads kept elsewhere vouch for the log: only they show what was cut off. */
function vouchingLine({ events, vouchedTo }: VerifySummary, heads: string | undefined): string {
  const blind = "so a log that was cut off or rewritten whole looks right.";
  if (heads === undefined) return `No heads kept elsewhere were given, ${blind}`;
  if (vouchedTo === 0) return `There are no heads in ${heads}, ${blind}`;
  const count = vouchedTo.toLocaleString("en");
  return vouchedTo === events
    ? `They vouch for the log up to its last position, ${count}.`
    : `They vouch for the log up to position ${count}: events after it that were cut off or rewritten look right.`;
}

function balanceLine({ asset, parts: held, sum }: AssetBalance): string {
  const { issued = 0n, players = 0n, escrow = 0n, house = 0n, creators = 0n } = held;
  const { transit = 0n, peers = 0n } = held;
  const written = isMoney(asset) ? formatMinor : String;
  const parts = `players ${written(players)} + escrow ${written(escrow)} + house ${written(house)}`;
  const elsewhere =
    transit === 0n && peers === 0n ? "" : ` + on the way ${written(transit)} + other logs ${written(peers)}`;
  return `${asset}: issued ${written(issued)} = ${parts} + creators ${written(creators)}${elsewhere}, sum ${written(sum)}`;
}

/** `npm run verify`. */
export const verifyTool: Tool = logTool({ usage: USAGE, options, run: verify });
