import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { isMoney } from "#domain/accounts/account.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import {
  type LaterEvent,
  type LogTransits,
  problemOfLater,
  reconcileLogs,
} from "#domain/ledger/transit/reconcile.ts";
import { type Config, readConfig } from "#service/config.ts";
import { custodyModel } from "#service/features/log-model.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { readAllHeads } from "#service/ledger/heads/head-sources.ts";
import { readLeaves, readTransits } from "#service/ledger/peers/read-transits.ts";
import { type VerifySummary, verifyLog } from "#service/ledger/verify.ts";
import { EXIT_RIGHT, EXIT_WRONG, keysOf, NotDone, type Terminal, withLog } from "./log-tool.ts";
import { modelFor, type ToldOfLog } from "./told-of-log.ts";
import { type Shares, sharesOf, threadsFor } from "./verify-threads.ts";

/**
 * Verifies the logs of a site, several at a time, and then the transits between them.
 * @param told everybody whom the settings of one of them have named as an admin, and what decided their games
 */
export async function verifyLogs(
  terminal: Terminal,
  files: readonly string[],
  told: ToldOfLog = {},
): Promise<number> {
  const { env, say, complain } = terminal;
  const configs = await Promise.all(files.map((file) => configOf(file, env)));
  if (new Set(configs.map(({ logId }) => logId)).size < configs.length)
    throw new NotDone("--logs: each file must set another LOG_ID.");
  const read: LogTransits[] = [];
  const shares = sharesOf(configs.length);
  const verified = await severalAtATime(configs, shares.logs, async (config) => ({
    config,
    one: await verifyOne(config, { ...terminal, told }, shares),
  }));
  for (const { config, one } of verified) {
    if ("problem" in one) {
      complain(`Log ${config.logId}: first bad position: ${one.problem.position}\n${one.problem.sentence}`);
      return EXIT_WRONG;
    }
    say(lineOf(config.logId, one));
    read.push(one.transits);
  }
  const { assets, problems, later } = reconcileLogs(read);
  for (const { asset, left, arrived, underWay } of assets) {
    const text = isMoney(asset) ? formatMinor : String;
    say(`  ${asset}: left ${text(left)} = arrived ${text(arrived)} + under way ${text(underWay)}`);
  }
  const unwritten = await problemsOfLater(later, configs);
  const written = later.length - unwritten.length;
  if (written > 0) say(`${written} events are of what other logs wrote after those were read.`);
  const wrong = [...problems, ...unwritten];
  for (const problem of wrong) complain(problem);
  if (wrong.length > 0) return EXIT_WRONG;
  say(`The logs agree: nothing was made or lost between them.`);
  return EXIT_RIGHT;
}

/** Maps a list with limited concurrency. @returns the results in order */
async function severalAtATime<A, B>(
  list: readonly A[],
  atOnce: number,
  work: (one: A) => Promise<B>,
): Promise<readonly B[]> {
  const done: B[] = [];
  let next = 0;
  const some = async (): Promise<void> => {
    for (let index = next; index < list.length; index = next) {
      next += 1;
      done[index] = await work(list[index] as A);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  return done;
}

/** After all logs were read, looks up events that one log attributes to another and that came after its reading. */
async function problemsOfLater(later: readonly LaterEvent[], configs: readonly Config[]): Promise<string[]> {
  const problems: string[] = [];
  for (const config of configs) {
    const said = later.filter(({ log }) => log === config.logId);
    if (said.length === 0) continue;
    await withLog(config, "verify", async (db) => {
      const positions = said.map(({ position }) => position);
      const { position, leaves } = await readLeaves(db, config.logId, positions);
      for (const one of said) {
        const problem = problemOfLater(one, { position, leaf: leaves.get(one.position) ?? null });
        if (problem !== null) problems.push(problem);
      }
    });
  }
  return problems;
}

/** The settings of a log. A setting missing in its file is taken from the environment. */
async function configOf(file: string, env: Terminal["env"]): Promise<Config> {
  const own = parseEnv(await readFile(file, "utf8"));
  return readConfig({ ...DEMO_KEYS, ...env, ...own }, "demo");
}

/** How a log is, and how far heads kept elsewhere vouch for it: only they show what was cut off. */
function lineOf(logId: number, { events, headsElsewhere, vouchedTo }: VerifySummary): string {
  const count = (n: number): string => n.toLocaleString("en");
  const vouched = headsElsewhere === 0 ? "" : ` up to position ${count(vouchedTo)}`;
  return `Log ${logId} is right: ${count(events)} events, ${count(headsElsewhere)} heads kept elsewhere${vouched}.`;
}

const verifyOne = (
  config: Config,
  { told, ...terminal }: Terminal & { readonly told: ToldOfLog },
  shares: Shares,
) =>
  withLog(config, "verify", async (db) => {
    const { logId } = config;
    const model = await modelFor(told, db, terminal);
    const options = { logId, model, keys: keysOf(config), ...threadsFor(config, terminal, shares) };
    const report = await verifyLog(db, { ...options, heads: readAllHeads(config) });
    if (!report.ok) return report;
    return { ...report.summary, transits: await readTransits(db, logId, custodyModel) };
  });
