import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import {
  demand,
  eventsOf,
  itemStake,
  joinFlip,
  openFlip,
  over,
  RBX_STAKE,
  type Stake,
  sync,
  typesOf,
} from "../coinflips.ts";
import { type Player, shown, signIn } from "../load.ts";
import type { Scenario } from "../scenario.ts";
import { type ServiceProcess, until } from "../service-process.ts";
import { healthOf, RECOVERY_MAX_MS, type Stage } from "../stage.ts";

/** Longer than a game waits for its beacon: the last process's clock is ahead by this, in milliseconds. */
const LATER_MS = VOID_AFTER_MS + 60_000;
/** Bets against the house that must be answered while the beacon is away. */
const BETS = 20;
/** For each outage of the beacon: a game on RBX, and one on an item of alice's that the whale can match. */
const STAKES: readonly (readonly [Stake, Stake])[] = [
  [RBX_STAKE, itemStake(6)],
  [RBX_STAKE, itemStake(10)],
];

interface Scene {
  readonly stage: Stage;
  readonly db: OpenDatabase;
  readonly service: ServiceProcess;
  readonly alice: Player;
  readonly whale: Player;
}

/** The publicly listed void games. */
async function voids({ service }: Scene): Promise<ReadonlySet<string>> {
  const games = await shown(service, "/live-coinflips?status=void");
  return new Set((games as readonly { readonly id: string }[]).map(({ id }) => id));
}

/** All holdings of both players. */
async function holdings({ db, alice, whale }: Scene): Promise<string> {
  const rows = await db.query<Row & { held: string }>(
    `select account || ' ' || asset || ' ' || amount as held from holdings
      where account in ($1, $2) and amount <> 0 order by 1`,
    [`player:${alice.id}`, `player:${whale.id}`],
  );
  demand(rows.length > 4, () => "both have amounts and items");
  return rows.map(({ held }) => held).join("\n");
}

/** Opens games and has them joined without a beacon. @returns their ids; all are locked */
async function locked(scene: Scene, stakes: readonly Stake[]): Promise<readonly string[]> {
  const { service, db, alice, whale } = scene;
  return Promise.all(
    stakes.map(async (stake) => {
      const id = await openFlip(service, alice, stake);
      // The join waits for its result while the round is requested again and again.
      const heard = await joinFlip(service, whale, id);
      const isLocked = heard.status === 202 && heard.body.status === "locked";
      demand(isLocked, () => `the join of ${id} without a beacon heard ${JSON.stringify(heard)}`);
      demand((await typesOf(db, id)) === "Opened Joined", () => `${id} ended without its beacon`);
      const game = (await shown(service, `/live-coinflips/${id}`)) as { readonly status: string };
      demand(game.status === "locked", () => `${id} is shown as ${game.status}`);
      return id;
    }),
  );
}

/** The site is up and accepts bets that need no beacon. */
async function staysUp({ stage, service }: Scene): Promise<void> {
  await stage.answers(BETS);
  const { status } = await healthOf(service);
  demand(status === 200, () => `without a beacon the health of the site is ${status}`);
}

/** Each game is settled once, by the round that its join fixed. */
async function settle({ db }: Scene, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await over(db, id);
    const events = await eventsOf(db, id);
    const [due, round] = [events[1]?.round, events[2]?.round];
    demand(events.length === 3, () => `${id} was settled ${events.length - 2} times`);
    demand(round === due && due != null, () => `${id} was joined for ${due} and settled by ${round}`);
  }
}

/** Each game is void and publicly listed, and both players hold what they held before. */
async function giveUp(scene: Scene, ids: readonly string[], before: string): Promise<void> {
  for (const id of ids) {
    await over(scene.db, id, "Voided");
    const types = await typesOf(scene.db, id);
    demand(types === "Opened Joined Voided", () => `${id} went the way ${types}`);
  }
  const after = await holdings(scene);
  demand(after === before, () => `a stake did not go back:\n${before}\nbecame\n${after}`);
  const areShown = async () => {
    const listed = await voids(scene);
    return ids.every((id) => listed.has(id));
  };
  await until(areShown, {
    maxMs: RECOVERY_MAX_MS,
    what: () => "the list of voids does not show all of them",
  });
}

/** The beacon is unreachable while games are joined: it comes back, or stays away for a day. */
export const beaconAway: Scenario = {
  name: "while the beacon is away games stay locked and the site stays up; back, it settles them; after a day they are void",
  async run(stage) {
    const first = await stage.startService();
    const [alice, whale] = [await signIn(first.url, "alice"), await signIn(first.url, "whale")];
    const gambler = await signIn(first.url, "gambler");
    for (const player of [alice, whale]) await sync(first, player);
    // From here on only processes with a removable beacon run.
    await first.stop();
    const away = join(stage.folder, "beacon-away");
    const script = `service/lab/faults/faulty-service.ts beaconless ${away}`;
    const service = await stage.startService({ script });
    const scene: Scene = { stage, db: await stage.open(), service, alice, whale };
    const load = await stage.load([service], { players: [gambler] });

    writeFileSync(away, "");
    const settling = await locked(scene, STAKES[0] ?? []);
    await staysUp(scene);
    rmSync(away);
    await settle(scene, settling);
    stage.say("the beacon came back: settled by the rounds that were fixed, for RBX and for items");

    const before = await holdings(scene);
    writeFileSync(away, "");
    const voided = await locked(scene, STAKES[1] ?? []);
    await load.stop();
    await service.kill9();
    const later = { ...scene, service: await stage.startService({ script: `${script} ${LATER_MS}` }) };
    await giveUp(later, voided, before);
    rmSync(away);
    const listed = await voids(later);
    demand(!settling.some((id) => listed.has(id)), () => "a game that was settled is listed as void");
    stage.say("the beacon did not come for a day: void, and both have their stakes back, RBX and items");
    await stage.audit();
  },
};
