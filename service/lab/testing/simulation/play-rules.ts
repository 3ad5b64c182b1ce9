import assert from "node:assert/strict";
import fc from "fast-check";
import { itemsFlipped } from "#domain/features/bot-flips/events.ts";
import { coinFlipped } from "#domain/features/house-flips/events.ts";
import {
  coinflipCancelled,
  coinflipExpired,
  coinflipJoined,
  coinflipOpened,
  coinflipSettled,
  coinflipVoided,
} from "#domain/features/live-coinflips/events.ts";
import { valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import { excludeOneself, takeTimeOut } from "#domain/features/responsible-play/breaks.ts";
import {
  limitLowered,
  limitRaiseAsked,
  limitRaiseConfirmed,
  limitRaiseWithdrawn,
  selfExclusionBegun,
  timeOutBegun,
} from "#domain/features/responsible-play/events.ts";
import { confirmRaise, setLimit, withdrawRaise } from "#domain/features/responsible-play/limits.ts";
import {
  LIMITS,
  type LimitName,
  RAISE_CONFIRM_MS,
  RAISE_WAIT_MS,
  WINDOWS,
} from "#domain/features/responsible-play/rules.ts";
import { userCoinFlipped } from "#domain/features/user-coinflips/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { playCommand } from "#service/features/responsible-play/commands.ts";
import type { StoredLog } from "./database/stored-log.ts";
import { mostly, PLAYERS, playerName, type Sent } from "./people.ts";

/** A player sets, raises, confirms or keeps a limit, takes a break or self-excludes. */
export type PlayRuleAction =
  | (Sent & { readonly do: "set limit"; readonly limit: LimitName; readonly amount: bigint | null })
  | (Sent & { readonly do: "confirm raise"; readonly limit: LimitName })
  | (Sent & { readonly do: "withdraw raise"; readonly limit: LimitName })
  | (Sent & { readonly do: "take break" })
  | (Sent & { readonly do: "exclude" });

const NAMES: ReadonlySet<string> = new Set<PlayRuleAction["do"]>([
  "set limit",
  "confirm raise",
  "withdraw raise",
  "take break",
  "exclude",
]);
export const isPlayRule = (action: { readonly do: string }): action is PlayRuleAction => NAMES.has(action.do);

const sent = { player: fc.nat(1), keyed: mostly(6), twice: mostly(3) };
const limit = fc.constantFrom(...LIMITS.filter(({ kind }) => kind !== "deposit"));
/** Chosen so that stakes of a simulation are below and above, alone or together. */
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1_000n, 5_000n, 40_000n, 120_000n) },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** Actions of players about their own play. */
export const playRuleActions: fc.Arbitrary<PlayRuleAction> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("set limit" as const), ...sent, limit, amount }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("confirm raise" as const), ...sent, limit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw raise" as const), ...sent, limit }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("take break" as const, "exclude" as const),
      ...sent,
      player: fc.nat(PLAYERS - 1),
    }),
  },
);

/** An action as a command. */
export function playRuleSubmission(action: PlayRuleAction, origin: CommandOrigin): Submission {
  const playerId = playerName(action.player);
  if (action.do === "take break")
    return playCommand(origin, playerId, (on) => takeTimeOut({ playerId, hours: 24 }, on));
  if (action.do === "exclude")
    return playCommand(origin, playerId, (on) => excludeOneself({ playerId, months: 6 }, on));
  const name = { playerId, ...action.limit };
  if (action.do === "set limit")
    return playCommand(origin, playerId, (on) => setLimit(name, action.amount, on));
  const decide = action.do === "confirm raise" ? confirmRaise : withdrawRaise;
  return playCommand(origin, playerId, (on) => decide(name, on));
}

/** Allowed refusals of a rule of one's own. */
export const PLAY_RULE_REFUSALS: ReadonlySet<string> = new Set([
  "unknown_player",
  "no_limit",
  "no_raise",
  "raise_not_due",
  "raise_lapsed",
  "only_longer",
  "version_conflict",
]);
/** Refusals of a stake by a player's own rules. */
export const OWN_REFUSALS: ReadonlySet<string> = new Set(["limit_reached", "timed_out", "self_excluded"]);

interface Staked {
  readonly gameId: string | null;
  readonly at: number;
  readonly stake: bigint;
  paid: bigint;
}

/** One player's rules and stakes, independent of the fold: every sum is recounted. */
class Rules {
  readonly #limits = new Map<string, bigint | null>();
  readonly #raises = new Map<string, { readonly amount: string | null; readonly from: number }>();
  readonly #stakes: Staked[] = [];
  #barredUntil = 0;

  follow(event: RecordedEvent): void {
    if (limitLowered.is(event)) {
      const before = this.#limits.get(keyOf(event.payload)) ?? null;
      const amount = BigInt(event.payload.amount);
      assert(before === null || amount <= before, `nothing is raised at once at ${event.position}`);
      this.#set(event.payload, amount);
    } else if (limitRaiseAsked.is(event)) this.#raises.set(keyOf(event.payload), event.payload);
    else if (limitRaiseWithdrawn.is(event)) this.#raises.delete(keyOf(event.payload));
    else if (limitRaiseConfirmed.is(event)) this.#confirmed(event.payload, event.recordedAt);
    else if (timeOutBegun.is(event)) this.#bar(event.payload.until);
    else if (selfExclusionBegun.is(event)) this.#bar(event.payload.until ?? Number.MAX_SAFE_INTEGER);
  }

  staked(staked: Staked, position: number): void {
    const { at, stake } = staked;
    assert(at >= this.#barredUntil, `nobody who takes a break stakes at ${position}`);
    for (const name of LIMITS) {
      const limit = this.#limits.get(keyOf(name)) ?? null;
      if (limit === null || name.kind === "deposit") continue;
      const sum = stake + this.#counted(name, at);
      assert(sum <= limit, `${sum} is within the ${name.kind} limit of ${limit} at ${position}`);
    }
    this.#stakes.push(staked);
  }

  /** @param payout null for the stake itself */
  ended(gameId: string, payout: bigint | null): void {
    for (const one of this.#stakes) if (one.gameId === gameId) one.paid = payout ?? one.stake;
  }

  #set(name: LimitName, amount: bigint | null): void {
    this.#limits.set(keyOf(name), amount);
    this.#raises.delete(keyOf(name));
  }

  #confirmed(name: LimitName & { readonly amount: string | null }, at: number): void {
    const raise = this.#raises.get(keyOf(name));
    assert(raise !== undefined && raise.amount === name.amount, "a raise is what was asked for");
    assert(at >= raise.from && at < raise.from + RAISE_CONFIRM_MS, "a raise is confirmed within its week");
    assert(raise.from >= RAISE_WAIT_MS, "a raise waits for a day");
    this.#set(name, name.amount === null ? null : BigInt(name.amount));
  }

  #bar(until: number): void {
    this.#barredUntil = Math.max(this.#barredUntil, until);
  }

  #counted({ kind, window }: LimitName, at: number): bigint {
    if (window === "bet") return 0n;
    const { slotMs, spanMs } = WINDOWS[window];
    return this.#stakes
      .filter((one) => at < (Math.floor(one.at / slotMs) + 1) * slotMs + spanMs)
      .reduce((sum, { stake, paid }) => sum + stake - (kind === "loss" ? paid : 0n), 0n);
  }
}

const keyOf = ({ kind, window }: LimitName): string => `${kind} ${window}`;

/** Every stake in a log was within its player's limits at the time, and none was made during a break. */
export function checkPlayRules(log: StoredLog): void {
  const players = new Map<string, Rules>();
  const of = (playerId: string): Rules => {
    const rules = players.get(playerId) ?? new Rules();
    players.set(playerId, rules);
    return rules;
  };
  for (const event of log.events.map(eventOf)) {
    if (event.stream.startsWith("player:")) of(event.stream.slice("player:".length)).follow(event);
    followStakes(event, of);
  }
}

function followStakes(event: RecordedEvent, of: (playerId: string) => Rules): void {
  const { position, recordedAt: at, stream } = event;
  if (coinFlipped.is(event) || userCoinFlipped.is(event) || itemsFlipped.is(event)) {
    const { stake, payout } = event.payload;
    const flip = { gameId: null, at, stake: BigInt(stake), paid: BigInt(payout) };
    of(stream.slice("player:".length)).staked(flip, position);
  } else if (coinflipOpened.is(event) || coinflipJoined.is(event)) {
    const { gameId } = event.payload;
    const { playerId, stakes } = coinflipOpened.is(event) ? event.payload.creator : event.payload.joiner;
    of(playerId).staked({ gameId, at, stake: valueOfStakes(stakes), paid: 0n }, position);
  } else if (coinflipSettled.is(event)) {
    const { gameId, winnerId, loserId, payout } = event.payload;
    of(winnerId).ended(gameId, BigInt(payout));
    of(loserId).ended(gameId, 0n);
  } else if (coinflipCancelled.is(event) || coinflipExpired.is(event) || coinflipVoided.is(event)) {
    for (const stream of [event.stream, ...(event.alsoIn ?? [])])
      if (stream.startsWith("player:")) of(stream.slice("player:".length)).ended(event.payload.gameId, null);
  }
}
