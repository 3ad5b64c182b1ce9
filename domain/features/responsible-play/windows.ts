import type { Minor } from "../../kernel/money.ts";
import {
  type CountedKind,
  OPEN_STAKES_MAX,
  SESSION_GAP_MS,
  WINDOW_NAMES,
  WINDOWS,
  type Window,
} from "./rules.ts";

/** Minor units of RBX and TIX, added 1:1. */
interface Totals {
  readonly wagered: Minor;
  /** Stakes less pay-outs. */
  readonly lost: Minor;
  readonly deposited: Minor;
}

/** What was counted in one slot of a window, by the slot's number since 1970. */
type SlotTotals = Totals & { readonly slot: number };

/** What changes once in a slot of five minutes, or with a stake that stays open. */
interface PlayHistory {
  /** The totals as the present slot began. */
  readonly before: Totals;
  /** Slots that are over, the oldest first. */
  readonly past: { readonly [W in Window]: readonly SlotTotals[] };
  /** When the session of play began, in milliseconds, and the totals as it did. */
  readonly session: { readonly since: number; readonly before: Totals };
  /** Stakes and deposits whose end is to come, by id, with when they were made. */
  readonly open: readonly (readonly [id: string, at: number, amount: Minor])[];
}

/** What a player staked, lost and deposited. Most stakes read and change its own fields, and not the history. */
export interface PlayTotals extends Totals {
  /** When the newest stake was made, in milliseconds. */
  readonly stakedAt: number;
  /** The present slot of the day's window. */
  readonly slot: number;
  readonly history: PlayHistory;
}

const NOTHING: Totals = { wagered: 0n, lost: 0n, deposited: 0n };
export const NO_PLAY: PlayTotals = {
  ...NOTHING,
  stakedAt: 0,
  slot: 0,
  history: {
    before: NOTHING,
    past: { day: [], week: [], month: [] },
    session: { since: 0, before: NOTHING },
    open: [],
  },
};

const FIELD_OF = { loss: "lost", wager: "wagered", deposit: "deposited" } as const satisfies {
  readonly [K in CountedKind]: keyof Totals;
};
const SLOT_MS = WINDOWS.day.slotMs;

const slotOf = (window: Window, daySlot: number): number =>
  Math.floor((daySlot * SLOT_MS) / WINDOWS[window].slotMs);
/** When an amount of a slot counts no more, in milliseconds. */
const freedAt = (window: Window, slot: number): number =>
  (slot + 1) * WINDOWS[window].slotMs + WINDOWS[window].spanMs;

/** Counts a stake, and what it paid if that is known with it. @param id of a stake whose end is to come */
export function withStake(
  play: PlayTotals,
  at: number,
  made: { readonly stake: Minor; readonly payout?: Minor; readonly id?: string },
): PlayTotals {
  const { stake, payout = 0n, id } = made;
  const slot = slotAt(play, at);
  let history = atSlot(play, at);
  if (at - play.stakedAt > SESSION_GAP_MS)
    history = { ...history, session: { since: at, before: totalsOf(play) } };
  if (id !== undefined) history = withOpen(history, [id, at, stake]);
  // Field by field: this happens with every bet.
  return {
    wagered: play.wagered + stake,
    lost: play.lost + stake - payout,
    deposited: play.deposited,
    stakedAt: at,
    slot,
    history,
  };
}

/**
 * Books what a stake brought back, in the slot in which it was made. A stake that is forgotten stays lost.
 * @param ended with `payout` null for a stake that went back as it was
 */
export function withPayout(
  play: PlayTotals,
  at: number,
  { id, payout }: { readonly id: string; readonly payout: Minor | null },
): PlayTotals {
  return withBooked(play, at, { id, field: "lost", amount: -(payout ?? amountOf(play, id)) });
}

/** Counts a deposit that was asked for. */
export function withDeposit(
  play: PlayTotals,
  at: number,
  asked: { readonly id: string; readonly amount: Minor },
): PlayTotals {
  const history = withOpen(atSlot(play, at), [asked.id, at, asked.amount]);
  return { ...play, deposited: play.deposited + asked.amount, slot: slotAt(play, at), history };
}

/** A deposit ended: credited it goes on counting, else what was asked for is taken off again. */
export function withDepositEnded(
  play: PlayTotals,
  at: number,
  { id, isCredited }: { readonly id: string; readonly isCredited: boolean },
): PlayTotals {
  return withBooked(play, at, { id, field: "deposited", amount: isCredited ? 0n : -amountOf(play, id) });
}

const amountOf = ({ history }: PlayTotals, id: string): Minor =>
  history.open.find(([open]) => open === id)?.[2] ?? 0n;

function withBooked(
  play: PlayTotals,
  at: number,
  { id, field, amount }: { readonly id: string; readonly field: keyof Totals; readonly amount: Minor },
): PlayTotals {
  const found = play.history.open.find(([open]) => open === id);
  if (found === undefined) return play;
  const slot = slotAt(play, at);
  const history = atSlot(play, at);
  const open = history.open.filter((one) => one[0] !== id);
  const booked = { ...play, [field]: play[field] + amount, slot, history: { ...history, open } };
  const daySlot = Math.floor(found[1] / SLOT_MS);
  if (daySlot === slot) return booked;
  const corrected = (window: Window) =>
    history.past[window].map((entry) =>
      entry.slot === slotOf(window, daySlot) ? { ...entry, [field]: entry[field] + amount } : entry,
    );
  const past = { day: corrected("day"), week: corrected("week"), month: corrected("month") };
  const before = { ...history.before, [field]: history.before[field] + amount };
  return { ...booked, history: { ...booked.history, before, past } };
}

const withOpen = (history: PlayHistory, added: PlayHistory["open"][number]): PlayHistory =>
  history.open.some(([open]) => open === added[0])
    ? history
    : { ...history, open: [...history.open.slice(1 - OPEN_STAKES_MAX), added] };

const totalsOf = ({ wagered, lost, deposited }: Totals): Totals => ({ wagered, lost, deposited });

/** The slot of an instant; a slot never comes back. */
const slotAt = (play: PlayTotals, at: number): number => Math.max(play.slot, Math.floor(at / SLOT_MS));

/** The history in the slot of an instant: what was counted in the slot before is put to the past. */
function atSlot(play: PlayTotals, at: number): PlayHistory {
  const { history } = play;
  if (slotAt(play, at) === play.slot) return history;
  const past = { ...history.past };
  for (const window of WINDOW_NAMES) {
    const kept = past[window].filter((entry) => at < freedAt(window, entry.slot));
    past[window] = withSlot(kept, { ...sinceSlot(play), slot: slotOf(window, play.slot) });
  }
  return { ...history, before: totalsOf(play), past };
}

/** What was counted in the present slot. */
const sinceSlot = (play: PlayTotals): Totals => ({
  wagered: play.wagered - play.history.before.wagered,
  lost: play.lost - play.history.before.lost,
  deposited: play.deposited - play.history.before.deposited,
});

function withSlot(entries: readonly SlotTotals[], added: SlotTotals): readonly SlotTotals[] {
  const { wagered, lost, deposited } = added;
  if (wagered === 0n && lost === 0n && deposited === 0n) return entries;
  const last = entries.at(-1);
  if (last?.slot !== added.slot) return [...entries, added];
  const sum = {
    slot: last.slot,
    wagered: last.wagered + wagered,
    lost: last.lost + lost,
    deposited: last.deposited + deposited,
  };
  return [...entries.slice(0, -1), sum];
}

/** What counts within a window, slot by slot, the oldest first. */
function counted(
  play: PlayTotals,
  { kind, window, at }: { readonly kind: CountedKind; readonly window: Window; readonly at: number },
): readonly { readonly amount: Minor; readonly freedAt: number }[] {
  const field = FIELD_OF[kind];
  const { slot } = play;
  const { past } = play.history;
  return withSlot(past[window], { ...sinceSlot(play), slot: slotOf(window, slot) })
    .map((entry) => ({ amount: entry[field], freedAt: freedAt(window, entry.slot) }))
    .filter((entry) => at < entry.freedAt);
}

/** The kind and window of a limit. */
export interface Counted {
  readonly kind: CountedKind;
  readonly window: Window;
  /** Milliseconds. */
  readonly at: number;
}

/** What counts towards a limit, in minor units; of `loss` below zero where a player has won. */
export function usedOf(play: PlayTotals, { kind, window, at }: Counted): Minor {
  const field = FIELD_OF[kind];
  const { slot } = play;
  const { past, before } = play.history;
  const isPresent = at < freedAt(window, slotOf(window, slot));
  let sum = isPresent ? play[field] - before[field] : 0n;
  sum += sumsOf(past[window])[field];
  // The oldest first: what is free since the list was made is its beginning.
  for (const entry of past[window]) {
    if (at < freedAt(window, entry.slot)) break;
    sum -= entry[field];
  }
  return sum;
}

/** Sums by list, for as long as the list lasts. A list changes once in a slot, and every stake asks for its sums. */
const SUMS = new WeakMap<readonly SlotTotals[], Totals>();

function sumsOf(entries: readonly SlotTotals[]): Totals {
  const known = SUMS.get(entries);
  if (known !== undefined) return known;
  const sums = { wagered: 0n, lost: 0n, deposited: 0n };
  for (const entry of entries) {
    sums.wagered += entry.wagered;
    sums.lost += entry.lost;
    sums.deposited += entry.deposited;
  }
  SUMS.set(entries, sums);
  return sums;
}

/** When an amount stops counting, and how much; null where nothing counts. */
export const nextFreed = (
  play: PlayTotals,
  what: Counted,
): { readonly at: number; readonly amount: Minor } | null => {
  const next = counted(play, what).find(({ amount }) => amount > 0n);
  return next === undefined ? null : { at: next.freedAt, amount: next.amount };
};

/** When the session of play began that goes on at an instant; null after a pause that ended it. */
export const sessionSince = ({ stakedAt, history: { session } }: PlayTotals, at: number): number | null =>
  stakedAt === 0 || at - stakedAt > SESSION_GAP_MS ? null : session.since;

/** The session of play that goes on at an instant; null after a pause that ended it. Amounts in minor units. */
export function sessionAt(
  play: PlayTotals,
  at: number,
): { readonly since: number; readonly wagered: Minor; readonly net: Minor } | null {
  const since = sessionSince(play, at);
  if (since === null) return null;
  const { before } = play.history.session;
  return { since, wagered: play.wagered - before.wagered, net: before.lost - play.lost };
}
