import type { Refusal } from "../../kernel/decision.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import type { EventDefinition } from "../../kernel/events/event-definition.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { formatMinor, groupedMinor, type Minor } from "../../kernel/money.ts";
import { instantOf, MINUTE_MS } from "../../kernel/time.ts";
import type { Player } from "../../player/player.ts";
import { on, playerSlice, type SliceHandler, type Staking } from "../../player/player-slice.ts";
import { playerRegistered } from "../players/events.ts";
import {
  ageAsked,
  ageConfirmed,
  ageRefused,
  limitLowered,
  limitRaiseAsked,
  limitRaiseConfirmed,
  limitRaiseWithdrawn,
  limitsReviewed,
  realityCheckAcknowledged,
  realityCheckSet,
  regionNoted,
  selfExclusionBegun,
  selfExclusionEndAsked,
  timeOutBegun,
} from "./events.ts";
import {
  AGE_GATES,
  AGE_MIN,
  type AgeGate,
  type CountedKind,
  LIMITS,
  type LimitName,
  perWindow,
  REALITY_CHECK_MINUTES_DEFAULT,
  type Window,
} from "./rules.ts";
import {
  type Counted,
  NO_PLAY,
  nextFreed,
  type PlayTotals,
  sessionSince,
  usedOf,
  withDeposit,
  withDepositEnded,
  withPayout,
  withStake,
} from "./windows.ts";

/** A limit that a player set; amounts are minor units as text, null is none. Instants are milliseconds. */
export interface Limit {
  readonly amount: string | null;
  /** A raise that waits for its second confirmation, possible from an instant on. */
  readonly pending: { readonly amount: string | null; readonly from: number } | null;
}

/** What a player has to show of their age, and has shown. */
export interface AgeRules {
  readonly asked: { readonly gate: AgeGate; readonly textVersion: number } | null;
  readonly confirmed: { readonly at: number; readonly by: AgeGate; readonly textVersion: number } | null;
  readonly isUnderAge: boolean;
}

/** A player's own rules of play, and what they must show before they may play at all. */
export interface PlayRules {
  /** By `nameOf`; those never set are absent. */
  readonly limits: { readonly [name: string]: Limit };
  readonly timeOutUntil: number | null;
  /** `until` null is for ever; `endsAt` is set once its end was asked for. */
  readonly exclusion: { readonly until: number | null; readonly endsAt: number | null } | null;
  readonly realityCheckMinutes: number;
  readonly checkedAt: number;
  /** When the player last changed a limit or looked at all of them, at first when they registered. */
  readonly reviewedAt: number;
  readonly age: AgeRules;
  /** Where the player is, a country by ISO 3166, null for nobody knows; null while it was never noted. */
  readonly region: { readonly country: string | null; readonly isBlocked: boolean } | null;
}

/** A player's totals and own rules: one object, since every bet reads and copies it. */
export interface ResponsiblePlay extends PlayTotals {
  readonly rules: PlayRules;
  /** Until this instant in milliseconds no rule bars any stake; 0 to check the rules. A cache for every bet. */
  readonly clearUntil: number;
}

/** For as long as there is time. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** The name that a limit is kept by. */
export const nameOf = ({ kind, window }: LimitName): string => `${kind}:${window}`;
const NO_LIMIT: Limit = { amount: null, pending: null };
/** A limit as it stands; none where the player never set it. */
export const limitOf = ({ limits }: PlayRules, name: LimitName): Limit => limits[nameOf(name)] ?? NO_LIMIT;

const initialRules: PlayRules = {
  limits: {},
  timeOutUntil: null,
  exclusion: null,
  realityCheckMinutes: REALITY_CHECK_MINUTES_DEFAULT,
  checkedAt: 0,
  reviewedAt: 0,
  age: { asked: null, confirmed: null, isUnderAge: false },
  region: null,
};

const ruled =
  <P>(change: (rules: PlayRules, payload: P, at: number) => Partial<PlayRules>) =>
  (play: ResponsiblePlay, payload: P, { recordedAt }: { readonly recordedAt: number }): ResponsiblePlay =>
    withClearance(play, { ...play.rules, ...change(play.rules, payload, recordedAt) });

/** Combines both with what follows from them. */
const withClearance = (totals: PlayTotals, rules: PlayRules): ResponsiblePlay =>
  withRules(totals, { rules, clearUntil: clearUntilOf(totals, rules) });

// Field by field: this happens with every bet.
const withRules = (
  { wagered, lost, deposited, stakedAt, slot, history }: PlayTotals,
  { rules, clearUntil }: Pick<ResponsiblePlay, "rules" | "clearUntil">,
): ResponsiblePlay => ({ wagered, lost, deposited, stakedAt, slot, history, rules, clearUntil });
const limited = <P extends LimitName>(change: (limit: Limit, payload: P) => Limit) =>
  ruled<P>((rules, payload, reviewedAt) => ({
    limits: { ...rules.limits, [nameOf(payload)]: change(limitOf(rules, payload), payload) },
    reviewedAt,
  }));
const reviewed = ruled((_rules, _payload, reviewedAt) => ({ reviewedAt }));

/** A player's play and its limits. Features with stakes or deposits add handlers for their events. */
export const responsiblePlayOf = playerSlice<ResponsiblePlay>({
  name: "responsible-play",
  version: 5,
  initial: withClearance(NO_PLAY, initialRules),
  on: [
    on(playerRegistered, reviewed),
    on(limitsReviewed, reviewed),
    on(
      limitLowered,
      limited((_, { amount }) => ({ amount, pending: null })),
    ),
    on(
      limitRaiseAsked,
      limited((limit, { amount, from }) => ({ ...limit, pending: { amount, from } })),
    ),
    on(
      limitRaiseConfirmed,
      limited((_, { amount }) => ({ amount, pending: null })),
    ),
    on(
      limitRaiseWithdrawn,
      limited((limit) => ({ ...limit, pending: null })),
    ),
    on(
      timeOutBegun,
      ruled((_, { until }) => ({ timeOutUntil: until })),
    ),
    on(
      selfExclusionBegun,
      ruled((_, { until }) => ({ exclusion: { until, endsAt: null } })),
    ),
    on(
      selfExclusionEndAsked,
      ruled(({ exclusion }, { from }) => ({
        exclusion: { until: exclusion?.until ?? null, endsAt: from },
      })),
    ),
    on(
      realityCheckSet,
      ruled((_, { everyMinutes }) => ({ realityCheckMinutes: everyMinutes })),
    ),
    on(
      realityCheckAcknowledged,
      ruled((_rules, _payload, at) => ({ checkedAt: at })),
    ),
    on(
      ageAsked,
      ruled(({ age }, { gate, textVersion }) => ({ age: { ...age, asked: { gate, textVersion } } })),
    ),
    on(
      ageConfirmed,
      ruled(({ age }, { by, textVersion }, at) => ({
        age: { ...age, confirmed: { at, by, textVersion }, isUnderAge: age.isUnderAge && by !== "provider" },
      })),
    ),
    on(
      ageRefused,
      ruled(({ age }) => ({ age: { ...age, isUnderAge: true } })),
    ),
    on(
      regionNoted,
      ruled((_, { region, isBlocked }) => ({ region: { country: region, isBlocked } })),
    ),
  ],
  refusalOfStaker: refusalOfPlay,
  unfinished({ history, rules }, at) {
    if (refusalOfBreak(rules, at) !== null) return "Your break or exclusion has to be over.";
    return history.open.length > 0 ? "Your open bets and deposits have to end." : null;
  },
});

type Definition<P extends JsonObject> = Pick<EventDefinition<string, P>, "type" | "is">;

/** Follows totals by the events of one type. */
const followed = <P extends JsonObject>(
  definition: Definition<P>,
  follow: (
    totals: PlayTotals,
    at: number,
    told: { readonly payload: P; readonly stream: StreamName },
  ) => PlayTotals,
): SliceHandler<ResponsiblePlay> =>
  on(definition, (play, payload, { recordedAt }, stream) => {
    const totals = follow(play, recordedAt, { payload, stream });
    // Most bets go on with a session of play, and leave the clearance as it is.
    return totals.history === play.history ? withRules(totals, play) : withClearance(totals, play.rules);
  });

/** Minor units as text, as a payload has them. */
type Amount = string;

/** Counts a stake that is over with the event that made it. */
export const playedAtOnce = <P extends JsonObject & { readonly stake: Amount; readonly payout: Amount }>(
  definition: Definition<P>,
) =>
  followed(definition, (totals, at, { payload }) =>
    withStake(totals, at, { stake: BigInt(payload.stake), payout: BigInt(payload.payout) }),
  );

/** Counts a stake of which another event tells the end. @param read null where it is not this stream's player's */
export const stakeMade = <P extends JsonObject>(
  definition: Definition<P>,
  read: (payload: P, stream: StreamName) => { readonly id: string; readonly stake: Minor } | null,
) =>
  followed(definition, (totals, at, { payload, stream }) => {
    const made = read(payload, stream);
    return made === null ? totals : withStake(totals, at, made);
  });

/** Books what a stake brought back; a `payout` of null is the stake itself. */
export const stakeEnded = <P extends JsonObject>(
  definition: Definition<P>,
  read: (payload: P, stream: StreamName) => { readonly id: string; readonly payout: Minor | null },
) => followed(definition, (totals, at, { payload, stream }) => withPayout(totals, at, read(payload, stream)));

/** Counts a deposit that was asked for. */
export const depositAsked = <P extends JsonObject>(
  definition: Definition<P>,
  read: (payload: P) => { readonly id: string; readonly amount: Minor },
) => followed(definition, (totals, at, { payload }) => withDeposit(totals, at, read(payload)));

/** Ends a deposit that was asked for; one that was not credited counts no more. */
export const depositOver = (
  definition: Definition<JsonObject & { readonly depositId: string }>,
  isCredited: boolean,
) =>
  followed(definition, (totals, at, { payload }) =>
    withDepositEnded(totals, at, { id: payload.depositId, isCredited }),
  );

/** Whether somebody keeps out of all play at an instant. @param at milliseconds */
export const isExcluded = ({ exclusion }: Pick<PlayRules, "exclusion">, at: number): boolean =>
  exclusion !== null && (exclusion.endsAt === null || at < exclusion.endsAt);

/** Why somebody on a break can neither stake nor deposit. @param at milliseconds */
function refusalOfBreak({ exclusion, timeOutUntil }: PlayRules, at: number): Refusal | null {
  if (isExcluded({ exclusion }, at)) {
    return {
      code: "self_excluded",
      detail: "You have excluded yourself: you cannot bet, deposit or buy.",
    };
  }
  if (timeOutUntil !== null && at < timeOutUntil) {
    const detail = "You are taking a break: you cannot bet, deposit or buy until it is over.";
    return { code: "timed_out", detail, facts: { until: instantOf(timeOutUntil) } };
  }
  return null;
}

/** When the next reality check is due, in milliseconds; null while nobody plays. */
export function realityCheckDueAt(play: ResponsiblePlay, at: number): number | null {
  const since = sessionSince(play, at);
  return since === null ? null : checkDueAt(since, play.rules);
}

/** When a reality check of a session of play is due. */
const checkDueAt = (since: number, { checkedAt, realityCheckMinutes }: PlayRules): number =>
  Math.max(since, checkedAt) + realityCheckMinutes * MINUTE_MS;

/** Whether a player has shown their age as they were asked to. */
export function isOfAge({ age: { asked, confirmed, isUnderAge } }: Pick<PlayRules, "age">): boolean {
  if (isUnderAge) return false;
  if (asked === null) return true;
  return (
    confirmed !== null &&
    confirmed.textVersion >= asked.textVersion &&
    AGE_GATES.indexOf(confirmed.by) >= AGE_GATES.indexOf(asked.gate)
  );
}

/** Why somebody can neither stake nor deposit where they are, or at their age. */
function refusalOfPerson(rules: PlayRules): Refusal | null {
  if (rules.region?.isBlocked === true) {
    const { country } = rules.region;
    const detail =
      country === null
        ? "Tell us which country you are in before you bet, deposit or buy."
        : "You cannot bet, deposit or buy in your country.";
    return { code: "region_blocked", detail, facts: { region: country } };
  }
  if (isOfAge(rules)) return null;
  const detail = rules.age.isUnderAge
    ? `You have to be ${AGE_MIN} years old to bet, deposit or buy.`
    : `Confirm that you are at least ${AGE_MIN} years old before you bet, deposit or buy.`;
  return { code: "age_unconfirmed", detail };
}

/** Until when rules need not be asked before a stake. */
function clearUntilOf({ stakedAt, history }: PlayTotals, rules: PlayRules): number {
  const isAsked =
    Object.keys(rules.limits).length > 0 ||
    rules.exclusion !== null ||
    rules.timeOutUntil !== null ||
    refusalOfPerson(rules) !== null;
  if (isAsked) return 0;
  return stakedAt === 0 ? FOR_EVER : checkDueAt(history.session.since, rules);
}

function refusalOfPlay(play: ResponsiblePlay, { at, value }: Staking): Refusal | null {
  if (at < play.clearUntil) return null;
  const { rules } = play;
  const barred = refusalOfBreak(rules, at) ?? refusalOfPerson(rules);
  if (barred !== null) return barred;
  const dueAt = realityCheckDueAt(play, at);
  if (dueAt !== null && at >= dueAt) {
    const detail = `You have played for ${rules.realityCheckMinutes} minutes. Look at how it went, then play on.`;
    return { code: "reality_check_due", detail };
  }
  return refusalOfLimits(play, { at, value }, LIMITS_OF_STAKES);
}

type NamedLimit = LimitName & { readonly key: string };
/** Limits with the names that they are kept by, made once: every stake asks for each of them. */
const NAMED_LIMITS: readonly NamedLimit[] = LIMITS.map((name) => ({ ...name, key: nameOf(name) }));
const LIMITS_OF_STAKES = NAMED_LIMITS.filter(({ kind }) => kind !== "deposit");
const LIMITS_OF_DEPOSITS = NAMED_LIMITS.filter(({ kind }) => kind === "deposit");

/** Why a player cannot deposit an amount by their own rules. Minor units of RBX and TIX, 1:1. */
export function refusalOfDepositor(player: Player, { at, value }: Staking): Refusal | null {
  const play = responsiblePlayOf.of(player);
  return (
    refusalOfBreak(play.rules, at) ??
    refusalOfPerson(play.rules) ??
    refusalOfLimits(play, { at, value }, LIMITS_OF_DEPOSITS)
  );
}

/**
 * Why somebody is out of play altogether: then they cannot buy stakeable items, and nobody can play against their
 * earlier offers. @param at milliseconds
 */
export const refusalOfBarred = (player: Player, at: number): Refusal | null =>
  refusalOfRules(responsiblePlayOf.of(player).rules, at);

/** The same by what a player's own rules of play are. @param at milliseconds */
export const refusalOfRules = (rules: PlayRules, at: number): Refusal | null =>
  refusalOfBreak(rules, at) ?? refusalOfPerson(rules);

function refusalOfLimits(
  play: ResponsiblePlay,
  { at, value }: Staking,
  asked: readonly NamedLimit[],
): Refusal | null {
  for (const name of asked) {
    const amount = play.rules.limits[name.key]?.amount ?? null;
    if (amount === null) continue;
    const limit = BigInt(amount);
    const used = name.window === "bet" ? 0n : usedOf(play, counted(name, at));
    if (used + value <= limit) continue;
    return limitReached(name, { limit, used, freed: freedOf(play, name, at) });
  }
  return null;
}

/** When room of a limit returns, and how much. */
export const freedOf = (totals: PlayTotals, name: LimitName, at: number) =>
  name.window === "bet" ? null : nextFreed(totals, counted(name, at));

// Field by field: this happens for each limit with every stake, and a spread costs more than the sum.
const counted = ({ kind, window }: LimitName, at: number): Counted => ({
  kind: kind as CountedKind,
  window: window as Window,
  at,
});

function limitReached(
  { kind, window }: LimitName,
  {
    limit,
    used,
    freed,
  }: { readonly limit: Minor; readonly used: Minor; readonly freed: ReturnType<typeof nextFreed> },
): Refusal {
  const left = limit > used ? limit - used : 0n;
  const detail = `Your ${kind} limit is ${perWindow(limit, window)}: ${groupedMinor(left)} is left.`;
  const facts = {
    kind,
    window,
    limit: formatMinor(limit),
    used: formatMinor(used),
    freesAt: freed === null ? null : instantOf(freed.at),
    freesAmount: freed === null ? null : formatMinor(freed.amount),
  };
  return { code: "limit_reached", detail, facts };
}
