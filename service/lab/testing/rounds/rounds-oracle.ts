import { elapsedAt, multiplierAt } from "#domain/fairness/crash-curve.ts";
import {
  crashBetLost,
  crashBetPlaced,
  crashBetReturned,
  crashCashedOut,
  crashRoundOpened,
  crashRoundSettled,
  crashRoundStarted,
  crashRoundVoided,
} from "#domain/features/crash/events.ts";
import { forceOf } from "#domain/features/crash/exposure.ts";
import { INTERRUPTED_AFTER_MS } from "#domain/features/crash/rules.ts";
import type { CrashRound } from "#domain/features/crash/table.ts";
import {
  jackpotEntered,
  jackpotReturned,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "#domain/features/jackpots/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";

/** An event of a round in the log; its postings are checked elsewhere. */
type Fact = NewEvent & { readonly recordedAt: number };
type Bet = EventOf<typeof crashBetPlaced>["payload"];
type Out = EventOf<typeof crashCashedOut>["payload"];

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, amount) => all + BigInt(amount), 0n);
const least = (...amounts: readonly number[]): number => Math.min(...amounts);

/** Violations in the rounds of player-made games of a log, by sums and rules of this file's own. */
export async function wrongsOfRounds(sql: Pick<Sql, "query">): Promise<string[]> {
  const rows = await sql.query<
    Row & { type: string; stream: NewEvent["stream"]; payload: string; at: bigint }
  >(
    `select type, stream, payload, recorded_at as at from events
      where type like 'Crash%' or type like 'Jackpot%' order by position`,
  );
  const facts = rows.map(({ type, stream, payload, at }): Fact => {
    const what = JSON.parse(payload) as NewEvent["payload"];
    return { type, stream, payload: what, schemaVersion: 1, postings: [], recordedAt: Number(at) };
  });
  const rounds = new Map<string, Fact[]>();
  for (const fact of facts) {
    const id = String(fact.payload.roundId);
    rounds.set(id, [...(rounds.get(id) ?? []), fact]);
  }
  const wrong: string[] = [];
  for (const [id, all] of rounds) {
    const check = all.some(({ type }) => type.startsWith("Crash")) ? crashWrongs : jackpotWrongs;
    wrong.push(...check(all).map((what) => `${id}: ${what}`));
  }
  const left = await sql.query<Row & { account: string }>(
    "select account from holdings where account like 'escrow:%' and amount <> 0",
  );
  wrong.push(...left.map(({ account }) => `${account} is not empty`), ...shareWrongs(facts));
  const unbalanced = await sql.query("select asset from holdings group by asset having sum(amount) <> 0");
  if (unbalanced.length > 0) wrong.push("the books do not sum to zero");
  return wrong;
}

/** Adds a violation to a list. */
const noting = (wrong: string[]) => (isRight: boolean, what: string) => {
  if (!isRight) wrong.push(what);
};

function crashWrongs(facts: readonly Fact[]): string[] {
  const wrong: string[] = [];
  const demand = noting(wrong);
  const [opened] = facts.flatMap((fact) => (crashRoundOpened.is(fact) ? [fact.payload] : []));
  const starts = facts.flatMap((fact) => (crashRoundStarted.is(fact) ? [fact.payload] : []));
  const ends = facts.flatMap((fact) => (crashRoundSettled.is(fact) ? [fact.payload] : []));
  const voids = facts.filter((fact) => crashRoundVoided.is(fact));
  const bets = facts.flatMap((fact) => (crashBetPlaced.is(fact) ? [fact.payload] : []));
  const outs = facts.flatMap((fact) => (crashCashedOut.is(fact) ? [fact] : []));
  const lost = facts.flatMap((fact) => (crashBetLost.is(fact) ? [fact.payload] : []));
  const back = facts.flatMap((fact) => (crashBetReturned.is(fact) ? [fact.payload] : []));
  demand(opened !== undefined && ends.length + voids.length === 1, "it ended once");
  const seqs = [...outs.map(({ payload }) => payload.seq), ...[...lost, ...back].map(({ seq }) => seq)];
  demand(seqs.sort((a, b) => a - b).join() === bets.map(({ seq }) => seq).join(), "each bet ended once");
  const [end] = ends;
  if (opened === undefined || end === undefined) {
    demand(outs.length + lost.length + starts.length === 0, "a round given up pays and loses nothing");
    return wrong;
  }
  const startsAt = starts[0]?.startsAt ?? 0;
  demand(starts.length === 1, "it started once");
  const payouts = sum(outs.map(({ payload }) => payload.payout));
  const kept = BigInt(end.returned) + BigInt(end.share);
  demand(
    sum(bets.map(({ stake }) => stake)) + BigInt(opened.cap) === payouts + kept,
    "stakes and cap are what was given",
  );
  for (const { auto, seq } of bets) {
    const out = outs.find(({ payload }) => payload.seq === seq)?.payload;
    if (auto !== null && auto <= end.point)
      demand(out !== undefined && out.at <= auto, "a target reached is paid");
    if (out?.cause === "auto")
      demand(auto === out.at && out.at <= end.point, "a target is paid if it was reached");
  }
  for (const { payload, recordedAt } of outs)
    demandRight(payload, { recordedAt, startsAt, point: end.point }, demand);
  forceWrongs({ opened, bets, outs: outs.map(({ payload }) => payload) }, demand);
  return wrong;
}

/** A pay-out follows its rule. */
function demandRight(
  { at, cause, payout, receivedAt, stake }: Out,
  { recordedAt, startsAt, point }: { recordedAt: number; startsAt: number; point: number },
  demand: (isRight: boolean, what: string) => void,
): void {
  demand(at <= point, "nobody leaves past the point");
  demand(BigInt(payout) === (BigInt(stake) * BigInt(at)) / 100n, "a pay-out is stake times multiplier");
  if (receivedAt === null) {
    demand(cause === "auto" || cause === "forced", "who asked is paid by when they asked");
    return;
  }
  const reached = multiplierAt(Math.max(0, receivedAt - startsAt));
  if (cause === "manual")
    demand(at === reached && receivedAt <= startsAt + elapsedAt(point + 1), "a hand pays what it saw");
  else
    demand(cause === "interrupted" && at === (reached < 101 ? 100 : reached), "a silence pays its beginning");
  if (cause === "interrupted") demand(recordedAt - receivedAt > INTERRUPTED_AFTER_MS, "a silence was long");
}

/** During a curve its force never falls, and nobody leaves beyond it. */
function forceWrongs(
  {
    opened,
    bets,
    outs,
  }: { opened: EventOf<typeof crashRoundOpened>["payload"]; bets: readonly Bet[]; outs: readonly Out[] },
  demand: (isRight: boolean, what: string) => void,
): void {
  const all: CrashRound["bets"][number][] = bets.map((bet) => ({ ...bet, out: null }));
  const { cap, ...terms } = opened;
  let force = forceOf({ bets: all, cap, terms });
  for (const { seq, at, payout, cause } of outs) {
    demand(at <= least(force, 1_000_000), "nobody leaves beyond the force");
    const bet = all[seq];
    if (bet !== undefined) all[seq] = { ...bet, out: { at, payout, cause } };
    const now = forceOf({ bets: all, cap, terms });
    demand(now >= force, "the force never falls");
    force = now;
  }
}

function jackpotWrongs(facts: readonly Fact[]): string[] {
  const wrong: string[] = [];
  const demand = noting(wrong);
  const [opened] = facts.flatMap((fact) => (jackpotRoundOpened.is(fact) ? [fact.payload] : []));
  const entries = facts.flatMap((fact) => (jackpotEntered.is(fact) ? [fact.payload] : []));
  const ends = facts.flatMap((fact) => (jackpotSettled.is(fact) ? [fact.payload] : []));
  const voids = facts.filter((fact) => jackpotVoided.is(fact));
  const back = facts.flatMap((fact) => (jackpotReturned.is(fact) ? [fact.payload] : []));
  demand(opened !== undefined && ends.length + voids.length === 1, "it ended once");
  const pot = sum(entries.map(({ stake }) => stake));
  const [end] = ends;
  if (end === undefined) {
    demand(sum(back.map(({ stake }) => stake)) === pot, "a round given up gives all stakes back");
    return wrong;
  }
  const edge = BigInt(opened?.edge ?? 0);
  demand(
    BigInt(end.pot) === pot && BigInt(end.rake) === (pot * edge + 9_999n) / 10_000n,
    "the rake is the edge of the pot",
  );
  demand(BigInt(end.payout) + BigInt(end.rake) === pot && back.length === 0, "the winner gets the rest");
  const winner = entries.find(
    ({ from, to }) => BigInt(from) <= BigInt(end.ticket) && BigInt(end.ticket) < BigInt(to),
  );
  demand(winner?.playerId === end.winnerId, "the winner holds the ticket");
  return wrong;
}

/** Creators have exactly the edge of all stakes of each table, rounded down once. */
function shareWrongs(facts: readonly Fact[]): string[] {
  const tables = new Map<string, { due: bigint; had: bigint }>();
  const edges = new Map<string, bigint>();
  for (const fact of facts) {
    if (crashRoundOpened.is(fact) || jackpotRoundOpened.is(fact)) {
      const { roundId, edge, housePart } = fact.payload;
      edges.set(roundId, BigInt(edge) * BigInt(10_000 - housePart));
    }
    const isCrash = crashRoundSettled.is(fact);
    if (!isCrash && !jackpotSettled.is(fact)) continue;
    const { gameId, currency, roundId, share } = fact.payload;
    const volume = BigInt(isCrash ? fact.payload.volume : fact.payload.pot);
    const table = tables.get(`${gameId} ${currency}`) ?? { due: 0n, had: 0n };
    table.due += volume * (edges.get(roundId) ?? 0n);
    table.had += BigInt(share);
    tables.set(`${gameId} ${currency}`, table);
  }
  return [...tables].flatMap(([name, { due, had }]) =>
    had === due / 100_000_000n ? [] : [`${name}: the creator had ${had} where ${due / 100_000_000n} are due`],
  );
}
