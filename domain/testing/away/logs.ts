import { type Copy, isCopy } from "../../accounts/item.ts";
import type { Side } from "../../fairness/st1.ts";
import { awayStakeStreamKind } from "../../features/away-coinflips/away-stake.ts";
import { endAway, stakeOf } from "../../features/away-coinflips/end.ts";
import { awayStream } from "../../features/away-coinflips/events.ts";
import { keepsInCustody } from "../../features/deposits/custody.ts";
import { depositStreamKind } from "../../features/deposits/deposit.ts";
import { custodyArrived, depositCompleted, depositStream } from "../../features/deposits/events.ts";
import { coinflipStreamKind } from "../../features/live-coinflips/coinflip.ts";
import { coinflipStream } from "../../features/live-coinflips/events.ts";
import {
  BACK_PURPOSES,
  type BackReason,
  gameOfStake,
  joinAsGuest,
  refusedBack,
  withGuestPaid,
} from "../../features/live-coinflips/guests/guest.ts";
import { guestItemsStream, guestItemsStreamKind } from "../../features/live-coinflips/guests/guest-items.ts";
import { type Stake, valueOfStakes } from "../../features/live-coinflips/items/stake.ts";
import { VOID_AFTER_MS } from "../../features/live-coinflips/rules.ts";
import { resultOf, settleCoinflip, voidCoinflip } from "../../features/live-coinflips/settle.ts";
import { playerStream } from "../../features/players/events.ts";
import { playerStreamKind } from "../../features/registry.ts";
import { settingsStream } from "../../features/settings/events.ts";
import { settingsStreamKind } from "../../features/settings/settings.ts";
import { type HomeGround, type KeptCopy, withCustody } from "../../features/transits/copies.ts";
import { type Decision, refuse } from "../../kernel/decision.ts";
import { transitIdOf } from "../../ledger/transit/single.ts";
import { transitStreamKind } from "../../ledger/transit/transit.ts";
import { type Departure, transitStream } from "../../ledger/transit/transit-events.ts";
import { CHAIN, gameSeeds, SEED } from "../coinflips.ts";
import { NOON } from "../given.ts";
import type { PaperLog } from "../paper-log.ts";

/** The two players of a log on paper. */
export const playersOf = (log: number): readonly string[] => [`p_${log}a`, `p_${log}b`];
export const playerOf = (log: PaperLog) => (playerId: string) =>
  log.stream(playerStreamKind, playerStream(playerId));
export const settingsOf = (log: PaperLog) => log.stream(settingsStreamKind, settingsStream);
export const transitOf = (log: PaperLog, id: string) => ({
  here: log.number,
  transit: log.stream(transitStreamKind, transitStream(id)),
});
export const depositOf = (log: PaperLog) => (depositId: string) =>
  log.stream(depositStreamKind, depositStream(depositId));
export const gameIn = (log: PaperLog, gameId: string) =>
  log.stream(coinflipStreamKind, coinflipStream(gameId));

/** The way back of a stake, or the way on of what fits none, by a name that follows from what came. */
const wayOf = (log: PaperLog, cause: string, what: string) => {
  const id = transitIdOf(log.number, `${what}_${cause}`);
  return { id, ...transitOf(log, id) };
};
const reasonOf = ({ purpose }: Departure): BackReason | null =>
  (["paid", "void", "refused"] as const).find((one) => purpose.startsWith(`${BACK_PURPOSES[one]}:`)) ?? null;

/** What keeps a copy in custody in a log, as a look-up finds it; null for nothing. */
export function keeperIn(log: PaperLog, copy: Copy): KeptCopy | null {
  const ids = log.events.flatMap((event): string[] =>
    depositCompleted.is(event) || custodyArrived.is(event) ? [event.payload.depositId] : [],
  );
  const depositId = ids.findLast((id) => keepsInCustody(depositOf(log)(id), copy));
  return depositId === undefined ? null : { copy, depositId, serial: null };
}

/** Copies at stake in custody by a log's own values: those of item 102 count for nothing in log 2. */
export function stakesIn(log: PaperLog, copies: readonly Copy[]) {
  if (log.number === 2 && copies.some((copy) => copy.startsWith("item:102:")))
    return refuse("items_not_listed", "Some of these items are not in the catalogue.");
  // A little more in each log: not all that matches in one does in another.
  const value = String(5_000 + 260 * log.number);
  return { stakes: copies.map((asset) => ({ asset, amount: "1", value, inCustody: true })) };
}

const valueIn = (log: PaperLog, stakes: Stake): bigint | null => {
  const found = stakesIn(
    log,
    stakes.flatMap(({ asset }) => (isCopy(asset) ? [asset] : [])),
  );
  return "refused" in found ? null : valueOfStakes(found.stakes);
};

/** What tells whether a copy comes home to a log. */
export const homesIn = (log: PaperLog): HomeGround => ({
  transitOf: (id) => log.stream(transitStreamKind, transitStream(id)),
  depositOf: depositOf(log),
});

/** What a log does with what arrives: a stake for a game of its own, or what comes back for one of its players. */
export function takenByLog(
  log: PaperLog,
  arrival: { departure: Departure; log: number; decision: Decision<{ readonly id: string }> },
): Decision {
  const { departure, log: from } = arrival;
  const decision: Decision = withCustody({ ...arrival, ground: homesIn(log) });
  if ("refused" in decision) return decision;
  const gameId = gameOfStake(departure);
  if (gameId !== null) {
    const joined = joinAsGuest(departure, {
      coinflip: gameIn(log, gameId),
      playerOf: playerOf(log),
      at: NOON,
      chain: CHAIN,
      newestRound: 0,
      items: {
        stakesOf: (copies) => stakesIn(log, copies),
        valueNow: (stakes) => valueIn(log, stakes),
        keptOf: (copy) => keeperIn(log, copy),
        depositOf: depositOf(log),
        bar: null,
      },
    });
    const follow = "events" in joined ? joined.events : refusedBack(departure, wayOf(log, departure.id, "b"));
    return { ...decision, events: [...decision.events, ...follow] };
  }
  const reason = reasonOf(departure);
  if (reason === null) return decision;
  const context = {
    away: log.stream(awayStakeStreamKind, awayStream(stakeOf({ departure, reason }))),
    playerOf: playerOf(log),
    at: NOON,
    settings: settingsOf(log),
    worthOf: (copy: Copy) => valueIn(log, [{ asset: copy, amount: "1", value: "0" }]),
    wayOn: () => wayOf(log, departure.id, "o"),
  };
  return endAway({ departure, log: from, reason }, context, decision);
}

/** The beacon decides a game of a log, or does not come; its guest is sent what is theirs. Null for no such game. */
export function endOfGame(log: PaperLog, gameId: string, how: Side | "void"): Decision | null {
  const coinflip = gameIn(log, gameId);
  if (coinflip.status !== "locked") return null;
  const context = { coinflip, at: NOON + 2 * VOID_AFTER_MS, seeds: gameSeeds };
  const ended: Decision =
    how === "void"
      ? voidCoinflip(gameId, context)
      : settleCoinflip(
          { gameId, beacon: beaconFor(gameId, coinflip, how), chainHash: CHAIN.chainHash },
          { ...context, playerOf: playerOf(log), settings: settingsOf(log) },
        );
  return withGuestPaid(ended, (transitId) => ({
    ...wayOf(log, transitId, "b"),
    kept: log.stream(guestItemsStreamKind, guestItemsStream(transitId)).kept,
  }));
}

function beaconFor(gameId: string, locked: Parameters<typeof resultOf>[1], result: Side) {
  for (let n = 0; ; n += 1) {
    const beacon = { round: locked.round, signature: n.toString(16).padStart(96, "0") };
    if (resultOf(gameId, locked, { beacon, serverSeed: SEED }).result === result) return beacon;
  }
}
