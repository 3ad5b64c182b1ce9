import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { isMoney } from "#domain/accounts/account.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { type LogTransits, reconcileLogs } from "#domain/ledger/transit/reconcile.ts";
import { type Config, readConfig } from "#service/config.ts";
import { custodyModel, logModel } from "#service/features/log-model.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { readHeads } from "#service/ledger/heads/head-sources.ts";
import { readTransits } from "#service/ledger/peers/read-transits.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { EXIT_RIGHT, EXIT_WRONG, keysOf, NotDone, openLog, type Terminal } from "./log-tool.ts";

/** Verifies the logs of a site one after the other, and then what went between them. */
export async function verifyLogs(
  { env, say, complain }: Terminal,
  files: readonly string[],
): Promise<number> {
  const configs = await Promise.all(files.map((file) => configOf(file, env)));
  if (new Set(configs.map(({ logId }) => logId)).size < configs.length)
    throw new NotDone("--logs: each file must set another LOG_ID.");
  const read: LogTransits[] = [];
  for (const config of configs) {
    const one = await verifyOne(config);
    if ("problem" in one) {
      complain(`Log ${config.logId}: first bad position: ${one.problem.position}\n${one.problem.sentence}`);
      return EXIT_WRONG;
    }
    say(
      `Log ${config.logId} is right: ${one.events.toLocaleString("en")} events, ${one.heads} heads kept elsewhere.`,
    );
    read.push(one.transits);
  }
  const { assets, problems, later } = reconcileLogs(read);
  for (const { asset, left, arrived, underWay } of assets) {
    const written = isMoney(asset) ? formatMinor : String;
    say(`  ${asset}: left ${written(left)} = arrived ${written(arrived)} + under way ${written(underWay)}`);
  }
  if (later > 0) say(`${later} arrived of what left its log after that was read.`);
  for (const problem of problems) complain(problem);
  if (problems.length > 0) return EXIT_WRONG;
  say(`The logs agree: nothing was made or lost between them.`);
  return EXIT_RIGHT;
}

/** The settings of a log. Where a setting is in no file it is taken from the environment. */
async function configOf(file: string, env: Terminal["env"]): Promise<Config> {
  const own = parseEnv(await readFile(file, "utf8"));
  return readConfig({ ...DEMO_KEYS, ...env, ...own }, "demo");
}

async function verifyOne(config: Config) {
  const db = await openLog(config, "verify");
  try {
    const { headsFile, logId } = config;
    const heads = existsSync(headsFile) ? { heads: readHeads(headsFile) } : {};
    const report = await verifyLog(db, { logId, model: logModel, keys: keysOf(config), ...heads });
    if (!report.ok) return report;
    const { events, headsElsewhere } = report.summary;
    return { events, heads: headsElsewhere, transits: await readTransits(db, logId, custodyModel) };
  } finally {
    await db.close();
  }
}
