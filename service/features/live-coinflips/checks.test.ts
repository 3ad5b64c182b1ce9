import { expect, it } from "vitest";
import { platform, playerAccount } from "#domain/accounts/account.ts";
import { publishedAt, QUICKNET } from "#domain/fairness/beacon.ts";
import { coinflipJoined } from "#domain/features/live-coinflips/events.ts";
import { currencyStake, type Stake } from "#domain/features/live-coinflips/items/stake.ts";
import { settleCoinflip } from "#domain/features/live-coinflips/settle.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { worth } from "#domain/testing/bot-flips.ts";
import {
  BOB,
  CAROL,
  cancel,
  coinflipIn,
  expire,
  GAME,
  gameSeeds,
  giveUp,
  join,
  OPEN_MS,
  open,
  rbx,
} from "#domain/testing/coinflips.ts";
import { type Decide, GivenLog, NOON } from "#domain/testing/given.ts";
import { CROWN, catalogued, HAT, HAT_2, handedOver } from "#domain/testing/items.ts";
import { ALICE, playerIn, registered } from "#domain/testing/players.ts";
import { settingsIn } from "#domain/testing/settings.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** All its rounds are published by now. */
const beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(3) }], () => NOON + OPEN_MS);

function follow(log: GivenLog, decide: Decide<never>): void {
  const decision = (decide as Decide<Record<string, never>>)(log);
  if ("refused" in decision) throw new Error(decision.refused.detail);
  log.append(decision.events.map(withBeacon) as NewEvent[]);
}

/** Gives an example's join a chain that can sign. */
function withBeacon(event: NewEvent): NewEvent {
  if (event.type !== "CoinflipJoined") return event;
  const round = beacon.newestRound();
  return { ...event, payload: { ...event.payload, chain: { ...beacon.chain }, round } };
}

/** A log with one game, after some steps. */
function logOf(...steps: readonly Decide<never>[]): GivenLog {
  const log = new GivenLog();
  log.append([registered(ALICE), registered(BOB), registered(CAROL)]);
  for (const step of [open(rbx("10.00")) as Decide<never>, ...steps]) follow(log, step);
  return log;
}

/** A game for hats that is joined with some items. */
function itemsJoined(items: Stake): GivenLog {
  const log = new GivenLog();
  log.append([registered(ALICE), registered(BOB), catalogued]);
  log.append([
    handedOver(platform, playerAccount(ALICE), HAT),
    handedOver(platform, playerAccount(BOB), HAT_2),
  ]);
  for (const step of [open(worth("5000", HAT)), join({ items })]) follow(log, step as Decide<never>);
  return log;
}

async function settled(log = logOf(join() as Decide<never>)): Promise<GivenLog> {
  const coinflip = coinflipIn(log, GAME);
  if (coinflip.status !== "locked") throw new Error("The game is locked");
  const round = await beacon.round(coinflip.chain.chainHash, coinflip.round);
  if (round === null) throw new Error("The round is there");
  follow(log, (ground) => {
    const playerOf = (playerId: string) => playerIn(ground, playerId);
    const on = { coinflip, playerOf, at: ground.at, seeds: gameSeeds, settings: settingsIn(ground) };
    const { chainHash } = coinflip.chain;
    return settleCoinflip({ gameId: GAME, beacon: round, chainHash }, on) as never;
  });
  return log;
}

/** The check's problem with a log in which one event was changed; null for none. */
function problemOf(
  log: GivenLog,
  type = "",
  change: (event: RecordedEvent) => Partial<RecordedEvent> = () => ({}),
) {
  return problemOfEvents(
    log.events.map((event) => (event.type === type ? { ...event, ...change(event) } : event)),
  );
}

const payload = (change: object) => (event: RecordedEvent) => ({ payload: { ...event.payload, ...change } });
/** Pays carol what the player received. */
const toCarol = ({ postings }: RecordedEvent) => ({
  postings: postings.map((leg) =>
    leg.delta > 0n && leg.account.startsWith("player:") ? { ...leg, account: playerAccount(CAROL) } : leg,
  ),
});

it("accepts games that were opened, cancelled, expired, voided and settled", async () => {
  const late: Decide<never> = (log) => {
    log.at = NOON + OPEN_MS;
    return expire()(log) as never;
  };
  const never: Decide<never> = (log) => {
    log.at = publishedAt(beacon.newestRound(), beacon.chain) + OPEN_MS;
    return giveUp()(log) as never;
  };
  expect(problemOf(logOf(cancel() as Decide<never>))).toBeNull();
  expect(problemOf(logOf(late))).toBeNull();
  expect(problemOf(logOf(join() as Decide<never>, never))).toBeNull();
  expect(problemOf(await settled())).toBeNull();
});

it("rejects stakes that went elsewhere than the game says", async () => {
  const sentence = (type: string) => `${type} does not post the game's outcome.`;
  expect(problemOf(logOf(cancel() as Decide<never>), "CoinflipCancelled", toCarol)).toBe(
    sentence("CoinflipCancelled"),
  );
  expect(problemOf(await settled(), "CoinflipSettled", toCarol)).toBe(sentence("CoinflipSettled"));
  expect(problemOf(await settled(), "CoinflipJoined", () => ({ postings: [] }))).toBe(
    sentence("CoinflipJoined"),
  );
});

it("rejects a payout that differs from the stakes", async () => {
  expect(problemOf(await settled(), "CoinflipSettled", payload({ payout: "1" }))).toBe(
    "Payout and edge of the game are not the 2000 that were staked.",
  );
});

it("rejects an edge that is not the house's, in a coinflip between players and one for items", async () => {
  for (const change of [
    { payout: "2000", edge: "0" },
    { payout: "1976", edge: "24" },
    { payout: "999", edge: "1001" },
  ])
    expect(problemOf(await settled(), "CoinflipSettled", payload(change))).toBe(
      `The winner got ${change.payout} of 2000, where 1975 are due.`,
    );
  const items = await settled(itemsJoined(worth("5000", HAT_2)));
  expect(problemOf(items, "CoinflipSettled", payload({ payout: "9875", edge: "125" }))).toBe(
    "The winner got 9875 of 10000, where 10000 are due.",
  );
  expect(problemOf(await settled(), "CoinflipSettled", payload({ currency: null }))).toBe(
    "The game was paid in something else than was staked.",
  );
});

/** The join of a log, with other stakes that are posted as it says. */
const staking =
  (stakes: Stake, playerId = BOB) =>
  (event: RecordedEvent) => {
    const { payload: joined } = coinflipJoined.example();
    const joiner = { ...joined.joiner, playerId, stakes };
    return coinflipJoined({ ...event.payload, joiner } as unknown as typeof joined, ALICE);
  };

it("rejects a joiner who stakes less than the creator, something else, or against themselves", () => {
  const log = logOf(join() as Decide<never>);
  const other = "The joiner did not stake what the game asks for.";
  for (const stakes of [rbx("1.00"), rbx("20.00"), currencyStake("TIX", 1_000n)])
    expect(problemOf(log, "CoinflipJoined", staking(stakes))).toBe(other);
  const crowned = itemsJoined(worth("5000", HAT_2));
  for (const stakes of [rbx("50.00"), worth("100000", CROWN)])
    expect(problemOf(crowned, "CoinflipJoined", staking(stakes))).toBe(other);
  expect(problemOf(log, "CoinflipJoined", staking(rbx("10.00"), ALICE))).toBe(
    "A creator joined their own game.",
  );
});

it("rejects items that are staked at another value than the catalogue's", () => {
  const log = itemsJoined(worth("5000", HAT_2));
  const priced = staking(worth("5001", HAT_2));
  expect(problemOf(log, "CoinflipJoined", priced)).toBe(
    "item:101:2 was staked at 5001, which it is not worth.",
  );
  const unknown = log.events.filter(({ type }) => type !== "LimitedsListed");
  expect(problemOfEvents(unknown)).toBe("item:101:1 was staked at 5000, which it is not worth.");
});

it("rejects a coinflip that is voided while it could still be decided", () => {
  const late = publishedAt(beacon.newestRound(), beacon.chain) + OPEN_MS;
  const log = logOf(join() as Decide<never>, (ground) => {
    ground.at = late;
    return giveUp()(ground) as never;
  });
  expect(problemOf(log, "CoinflipVoided", () => ({ recordedAt: late - 1_000 }))).toBeNull();
  expect(problemOf(log, "CoinflipVoided", () => ({ recordedAt: late - 3_600_000 }))).toBe(
    "A game was voided that could still be decided.",
  );
});

it("rejects a round that could be known at the join, and a chain under a false name", async () => {
  const known = (event: RecordedEvent) => ({
    recordedAt: publishedAt((event.payload as { round: number }).round, beacon.chain),
  });
  expect(problemOf(await settled(), "CoinflipJoined", known)).toMatch(
    /^The beacon of round \d+ may have been known when the game was joined\.$/,
  );
  const chain = { ...beacon.chain, kind: "drand", chainHash: QUICKNET.chainHash };
  expect(problemOf(await settled(), "CoinflipJoined", payload({ chain }))).toBe(
    "The beacon's chain is said to be drand's but is not.",
  );
});
