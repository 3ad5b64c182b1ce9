import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import {
  cancelFlip,
  demand,
  eventsOf,
  type Heard,
  itemStake,
  joinFlip,
  openFlip,
  over,
  post,
  RBX_STAKE,
  sync,
  typesOf,
} from "../coinflips.ts";
import { type Player, signIn } from "../load.ts";
import type { Scenario } from "../scenario.ts";
import { type ServiceProcess, until } from "../service-process.ts";
import { RECOVERY_MAX_MS, type Stage } from "../stage.ts";

const KILLS = 4;
const JOINERS = 50;
const ROUNDS = 6;
const SPREAD_MS = 30;
/**
 * Alice's items, by their places in the sample catalogue: every second is cheap enough for the bot, the others are
 * among the 64 most valuable copies of the whale, from which the server picks.
 */
const ALICES = [6, 24, 10, 29, 14, 33, 18, 36] as const;

/** Kills the service once a game is joined, and lets its successor settle it. */
async function killLocked(
  service: ServiceProcess,
  { db, creator, joiner, place }: { db: OpenDatabase; creator: Player; joiner: Player; place: number | null },
): Promise<void> {
  const id = await openFlip(service, creator, place === null ? RBX_STAKE : itemStake(place));
  const key = randomUUID();
  let heard = "nothing";
  const unheard = joinFlip(service, joiner, id, key).then(
    ({ status, body }) => {
      heard = `${status} ${JSON.stringify(body)}`;
    },
    () => {},
  );
  await until(async () => (await typesOf(db, id)) === "Opened Joined", {
    maxMs: RECOVERY_MAX_MS,
    what: () => `nobody has joined ${id}; the joiner heard ${heard}`,
  });
  await service.kill9();
  await unheard;
  const locked = await eventsOf(db, id);
  demand(locked.length === 2, () => `${id} was settled before its process was killed`);
  await service.start();
  await over(db, id);
  const settled = await eventsOf(db, id);
  demand(settled.length === 3, () => `${id} was settled ${settled.length - 2} times`);
  const [round, due] = [settled[2]?.round, locked[1]?.round];
  demand(round === due && due != null, () => `${id} was joined for the round ${due} and settled by ${round}`);
  // Until the dead process's lease on the read models expires, a repeated join is told that the game is locked.
  const hears = async () => (await joinFlip(service, joiner, id, key)).status === 200;
  await until(hears, {
    maxMs: RECOVERY_MAX_MS,
    what: () => `the join of ${id}, sent again, heard no result`,
  });
}

/** The service is killed between the join of a coinflip and its result. */
export const killedWhileLocked: Scenario = {
  name: "a coinflip whose service is killed before its result is settled once by the next, by the same round",
  async run(stage) {
    const service = await stage.startService();
    const db = await stage.open();
    const [creator, joiner] = [await signIn(service.url, "alice"), await signIn(service.url, "whale")];
    for (const player of [creator, joiner]) {
      const { status, body } = await sync(service, player);
      demand(status === 200, () => `a sync was answered ${status} ${JSON.stringify(body)}`);
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const place = kill % 2 === 0 ? null : (ALICES[kill - 1] ?? null);
      await killLocked(service, { db, creator, joiner, place });
      stage.say(`kill ${kill + 1}: settled by the round that was fixed, ${place === null ? "RBX" : "items"}`);
    }
    await stage.audit();
  },
};

/** The two processes of a race, and their common log. */
interface Track {
  readonly stage: Stage;
  readonly services: readonly [ServiceProcess, ServiceProcess];
  readonly db: OpenDatabase;
  readonly alice: Player;
  readonly whale: Player;
}

const accepted = (all: readonly Heard[]): readonly Heard[] =>
  all.filter(({ status }) => status === 200 || status === 202);
const codesOf = (all: readonly Heard[]): string =>
  [...new Set(all.filter(({ status }) => status >= 300).map(({ body }) => String(body.code)))].join(", ");

async function joinersRace({ stage, services, db, alice }: Track): Promise<void> {
  const joiners: Player[] = [];
  for (let n = 0; n < JOINERS; n += 1) joiners.push(await signIn(services[0].url, `joiner_${n}`));
  const id = await openFlip(services[0], alice, RBX_STAKE);
  const all = await Promise.all(
    joiners.map((joiner, n) => joinFlip(services[n % 2 === 0 ? 0 : 1], joiner, id)),
  );
  demand(accepted(all).length === 1, () => `${accepted(all).length} of ${JOINERS} joiners were let in`);
  demand(codesOf(all) === "already_joined", () => `joiners who came late heard: ${codesOf(all)}`);
  await over(db, id);
  demand((await typesOf(db, id)) === "Opened Joined Settled", () => `${id} went another way`);
  const touched = await db.query(
    `select distinct p.account from entries p join entries e using (position)
      where p.account like 'player:%' and e.account = $1`,
    [`escrow:${id}`],
  );
  demand(touched.length === 2, () => `${id} moved something of ${touched.length} players`);
  stage.say(`${JOINERS} joiners at two processes: one let in, the others keep everything`);
}

async function cancelRace({ stage, services, db, alice, whale }: Track): Promise<void> {
  let joins = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await openFlip(services[0], alice, RBX_STAKE);
    const later = Math.random() * SPREAD_MS;
    const joined = sleep(round % 2 === 0 ? later : 0).then(() => joinFlip(services[1], whale, id));
    const cancelled = sleep(round % 2 === 0 ? 0 : later).then(() => cancelFlip(services[0], alice, id));
    const both = await Promise.all([joined, cancelled]);
    demand(
      accepted(both).length === 1,
      () => `${id}: a join heard ${both[0].status}, its cancel ${both[1].status}`,
    );
    const isJoined = accepted([both[0]]).length === 1;
    if (isJoined) await over(db, id);
    joins += Number(isJoined);
    const due = isJoined ? "Opened Joined Settled" : "Opened Cancelled";
    demand((await typesOf(db, id)) === due, () => `${id} went another way than ${due}`);
  }
  stage.say(`join against cancel: ${joins} joined, ${ROUNDS - joins} taken back, never both`);
}

/** One copy is staked at both processes at once: in two games, or in one and against the bot. */
async function stakedTwice({ stage, services, alice }: Track): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { betItems } = itemStake(ALICES[round % ALICES.length] ?? 0) as {
      readonly betItems: readonly object[];
    };
    const body = { betSide: "rbx", betItems };
    const isBot = round % 2 === 1;
    const all = await Promise.all([
      post(services[0], alice, { path: "/live-coinflips", body }),
      post(services[1], alice, { path: isBot ? "/games/coinflip-vs-bot" : "/live-coinflips", body }),
    ]);
    // The bot leaves a winner the items, so the first staker may stake them again.
    const isWon = isBot && all[1].body.won === true;
    const most = isWon ? 2 : 1;
    const count = accepted(all).length;
    demand(count >= 1 && count <= most, () => `a copy was staked ${count} times: ${JSON.stringify(all)}`);
    const codes = ["items_not_free", "items_in_play", "item_not_owned"];
    demand(count === 2 || codes.includes(codesOf(all)), () => `the other stake heard: ${codesOf(all)}`);
    for (const { status, body: game } of isBot ? all.slice(0, 1) : all)
      if (status === 200) await cancelFlip(services[0], alice, String(game.id));
  }
  stage.say(`the same copy staked at two processes: once in each of ${ROUNDS} rounds`);
}

/** A copy leaves the platform's inventory, and is staked while the sync that will find out is under way. */
async function syncRace({ stage, services, db, alice }: Track): Promise<void> {
  let staked = 0;
  const { copies } = await services[0].sandbox<{ copies: { assetId: number; instance: string }[] }>(
    "/control/inventories/alice",
  );
  const rare = copies.filter(({ assetId }) => copies.filter((one) => one.assetId === assetId).length === 1);
  for (const { assetId, instance } of rare.slice(0, ROUNDS)) {
    const asset = `item:${assetId}:${instance}`;
    const held = () =>
      db.query<Row & { account: string }>(
        "select account from holdings where asset = $1 and amount = 1 and account <> 'platform'",
        [asset],
      );
    const [before] = await held();
    if (before?.account !== `player:${alice.id}`) continue;
    await services[0].sandbox("/control/inventories", { instance, from: "alice", to: "carol" });
    const body = { betSide: "rbx", betItems: [{ limitedId: assetId, quantity: 1 }] };
    const [synced, opened] = await Promise.all([
      sync(services[0], alice),
      sleep(Math.random() * SPREAD_MS).then(() =>
        post(services[1], alice, { path: "/live-coinflips", body }),
      ),
    ]);
    demand(synced.status === 200, () => `the sync heard ${JSON.stringify(synced)}`);
    const [after] = await held();
    const isStaked = opened.status === 200;
    staked += Number(isStaked);
    const due = isStaked ? `escrow:${opened.body.id}` : undefined;
    demand(after?.account === due, () => `${asset} is at ${after?.account}, where ${due ?? "nobody"} is due`);
    if (isStaked) await cancelFlip(services[1], alice, String(opened.body.id));
  }
  stage.say(`sync against stake: ${staked} staked first, the others taken back first`);
}

/** Two processes get requests that exclude each other. */
export const racesAtTwo: Scenario = {
  name: "two services on one database accept conflicting coinflips and item stakes with exactly one effect",
  async run(stage) {
    const services = [await stage.startService(), await stage.startService()] as const;
    const [alice, whale] = [await signIn(services[0].url, "alice"), await signIn(services[0].url, "whale")];
    for (const player of [alice, whale]) await sync(services[0], player);
    const track = { stage, services, db: await stage.open(), alice, whale };
    await joinersRace(track);
    await cancelRace(track);
    await stakedTwice(track);
    await syncRace(track);
    await stage.audit();
  },
};

/** The platform does not answer. */
export const platformAway: Scenario = {
  name: "while the platform is away the site stays up, a sync says so, and no holding changes",
  async run(stage) {
    const service = await stage.startService();
    const alice = await signIn(service.url, "alice");
    await sync(service, alice);
    const db = await stage.open();
    const held = () =>
      db.query("select asset, amount::text from holdings where account = $1 order by 1", [
        `player:${alice.id}`,
      ]);
    const before = await held();
    demand(before.length > 2, () => "alice has items");
    await service.sandbox("/control/api-faults", { fault: "error_500" });
    const heard = await sync(service, alice);
    demand(heard.status >= 500, () => `a sync without the platform heard ${JSON.stringify(heard)}`);
    stage.say(`a sync without the platform hears ${heard.status} ${heard.body.code}: ${heard.body.detail}`);
    demand(JSON.stringify(await held()) === JSON.stringify(before), () => "a failed sync changed something");
    const id = await openFlip(service, alice, itemStake(ALICES[0]));
    demand(
      (await cancelFlip(service, alice, id)).status === 200,
      () => "items can be played for all the same",
    );
    await service.sandbox("/control/api-faults", { fault: "none" });
    demand((await sync(service, alice)).status === 200, () => "a sync works again once the platform is back");
    await stage.audit();
  },
};
