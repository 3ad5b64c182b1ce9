import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "#domain/features/contract.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { auditLog } from "../audit.ts";
import { demand } from "../coinflips.ts";
import { Insistent } from "../insist.ts";
import { depositStakes, ItemStakes } from "../item-stakes.ts";
import { auditCopies, auditItems, ItemTraffic, winItems } from "../item-traffic.ts";
import { type Player, shown } from "../load.ts";
import { type Log, PLAYERS_OF_LOG, startLogs } from "../logs.ts";
import { verifyLogs } from "../programs.ts";
import type { Scenario } from "../scenario.ts";
import { until } from "../service-process.ts";
import { becomesHealthy } from "../stage.ts";

const KILLS = 8;
/** Departures between two kills: stakes of RBX, stakes of items, and items of the houses. */
const STAKES_BETWEEN = 12;
const ITEM_STAKES_BETWEEN = 1;
const ITEMS_BETWEEN = 3;
/** Time limit for these: the look-up of items waits for the head, which read models reach late under load. */
const TRAVEL_MAX_MS = 180_000;
/** Pause between two rounds of a player, so that read models can catch up, in milliseconds. */
const PAUSE_MS = 250;
/** The kill comes within this time, whatever the process is doing, in milliseconds. */
const SPREAD_MS = 60;
/** Time limit for stakes to come back once both logs run, in milliseconds. */
const ALL_BACK_MAX_MS = 60_000;

/** Players of both logs who flip coins, open coinflips and stake on those of the other log. */
class Crowd extends Insistent {
  /** Every departed stake that a player was told of, by its transit. */
  readonly told: { readonly log: Log; readonly transitId: string }[] = [];
  flips = 0;

  constructor(logs: readonly Log[]) {
    super();
    for (const log of logs) for (const player of log.players) this.begin(this.#play(log, player));
  }

  async #play(log: Log, player: Player): Promise<void> {
    while (this.isRunning) {
      const flip = { betAmount: 1, betSide: "tix" };
      const flipped = await this.ask(log, player, { path: "/games/coinflip", body: flip });
      this.flips += Number(flipped.status === 200);
      await this.ask(log, player, {
        path: "/live-coinflips",
        body: { betAmount: 1, betSide: "rbx" },
      });
      const game = await this.#gameFor(log, player);
      if (game === undefined) continue;
      const joined = await this.ask(log, player, {
        path: `/away-coinflips/${game.id}/join`,
        body: { log: game.log, currency: "RBX", betAmount: 1 },
      });
      if (joined.status === 200) this.told.push({ log, transitId: String(joined.body.id) });
      await sleep(PAUSE_MS);
    }
  }

  async #gameFor({ service }: Log, player: Player) {
    try {
      const open = await shown(service, "/away-coinflips", player);
      const { items } = endpoints.awayCoinflips.answers[200].parse(open);
      const ofRbx = items.filter(({ betAmount }) => betAmount !== null);
      // Several may pick the same game: one stake joins, the others come back.
      return ofRbx[Math.floor(Math.random() * Math.min(ofRbx.length, 2 * PLAYERS_OF_LOG))];
    } catch {
      return undefined;
    }
  }
}

interface Counts extends Row {
  readonly away: bigint;
  readonly between: bigint;
}

/** Whether no stake of a log is away, and no transit or guest holds any of it. */
async function isAllBack({ db }: Log): Promise<boolean> {
  const [row] = await db.query<Counts>(
    `select (select count(*) filter (where type = 'AwayStakeMade') - count(*) filter (where type <> 'AwayStakeMade')
        from events where type in ('AwayStakeMade', 'AwayCoinflipPlayed', 'AwayStakeReturned')) as away,
      (select count(*) from holdings
        where amount <> 0 and (account like 'transit:%' or account like 'player:guest.%')) as between`,
  );
  return row?.away === 0n && row.between === 0n;
}

interface StakeRow extends Row {
  readonly stream: string;
  readonly made: bigint;
  readonly ended: bigint;
}

/** Stakes that are not in their log exactly once with one end, and missing ones that a player was told of. */
async function auditStakes(log: Log, told: Crowd["told"]): Promise<string[]> {
  const rows = await log.db.query<StakeRow>(
    `select stream, count(*) filter (where type = 'AwayStakeMade') as made,
        count(*) filter (where type <> 'AwayStakeMade') as ended
      from events where type in ('AwayStakeMade', 'AwayCoinflipPlayed', 'AwayStakeReturned') group by stream`,
  );
  const known = new Set(rows.map(({ stream }) => stream.slice(stream.indexOf(":") + 1)));
  const missing = told.filter(({ log: { id }, transitId }) => id === log.id && !known.has(transitId));
  return [
    ...rows.flatMap(({ stream, made, ended }) =>
      made === 1n && ended === 1n ? [] : [`${stream} was made ${made} times and ended ${ended} times`],
    ),
    ...missing.map(({ transitId }) => `a player was told of the stake ${transitId}, which is not in the log`),
  ];
}

/** The sum of all logs' holdings and issuance must be zero for each asset. */
async function auditSums(logs: readonly Log[]): Promise<string[]> {
  const sums = new Map<string, bigint>();
  for (const { db } of logs) {
    const rows = await db.query<Row & { asset: string; sum: bigint }>(
      "select asset, sum(amount)::bigint as sum from holdings group by asset",
    );
    for (const { asset, sum } of rows) sums.set(asset, (sums.get(asset) ?? 0n) + sum);
  }
  return [...sums].flatMap(([asset, sum]) =>
    sum === 0n ? [] : [`all logs together hold ${sum} of ${asset}`],
  );
}

/** Two logs are killed in turn, sometimes both, while stakes and items travel between them. */
export const twoLogsKilled: Scenario = {
  name: "of two logs killed under load no stake and no item between them is lost or arrives twice",
  async run(stage) {
    const logs = await startLogs(stage);
    const copies = await winItems(logs[0]);
    const staked = await depositStakes(logs);
    const traffic = [new Crowd(logs), new ItemStakes(logs), new ItemTraffic(logs)] as const;
    const [crowd, stakes, items] = traffic;
    stage.onClose(() => {
      for (const one of traffic) one.abandon();
    });
    const travel = async (): Promise<void> => {
      const between = [STAKES_BETWEEN, ITEM_STAKES_BETWEEN, ITEMS_BETWEEN] as const;
      const due = traffic.map(({ told }, n) => told.length + (between[n] ?? 0));
      await until(() => traffic.every(({ told }, n) => told.length >= (due[n] ?? 0)), {
        maxMs: TRAVEL_MAX_MS,
        what: () =>
          `${traffic.map(({ told }) => told.length)} stakes and items left, of ${due}; refused: ${JSON.stringify([...stakes.refused])}`,
      });
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await travel();
      await sleep(Math.random() * SPREAD_MS);
      const killed = kill % 3 === 2 ? logs : [logs[kill % 3] ?? logs[0]];
      await Promise.all(killed.map(({ service }) => service.kill9()));
      for (const { service } of killed) {
        await service.start();
        await becomesHealthy(service);
      }
      stage.say(`kill ${kill + 1}: of log ${killed.map(({ id }) => id).join(" and ")}`);
    }
    await travel();
    await Promise.all(traffic.map((one) => one.stop()));
    const allBack = async () => (await isAllBack(logs[0])) && isAllBack(logs[1]);
    await until(allBack, { maxMs: ALL_BACK_MAX_MS, what: () => "stakes or items are away" });
    const wrong = [
      ...(await auditSums(logs)),
      ...(await auditItems(logs, { copies, told: items.told })),
      ...(await auditCopies(logs, { copies: staked, by: /^player:(?!guest\.)/ })),
    ];
    const told = [...crowd.told, ...stakes.told];
    for (const log of logs) wrong.push(...(await auditStakes(log, told)), ...(await auditLog(log.db)));
    wrong.push(...(await verifyLogs(logs.map(({ settingsFile }) => settingsFile))));
    demand(wrong.length === 0, () => wrong.join("\n"));
    stage.say(
      `${crowd.told.length} stakes of RBX and ${stakes.told.length} of items left and ended once, ${items.told.length} items arrived once, ${staked.length} staked copies are held once, ${crowd.flips} flips beside them; verify passes`,
    );
  },
};
