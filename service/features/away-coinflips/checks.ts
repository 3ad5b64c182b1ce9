import {
  type AwayStakePayload,
  awayCoinflipPlayed,
  awayStakeMade,
  awayStakeReturned,
} from "#domain/features/away-coinflips/events.ts";
import { custodyArrived, custodyEnded } from "#domain/features/deposits/events.ts";
import { awayEscrow } from "#domain/features/live-coinflips/guests/guest.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import {
  type Carried,
  carriedBy,
  type Departure,
  transitArrived,
  transitLeft,
} from "#domain/ledger/transit/transit-events.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const textOf = (carried: readonly Carried[]): string =>
  carried
    .map(({ asset, amount }) => `${asset} ${amount}`)
    .sort()
    .join(" ");

/** What a stake is of. */
const stakedIn = (payload: AwayStakePayload): readonly Carried[] =>
  payload.currency === null
    ? payload.items.map(({ copy }) => ({ asset: copy, amount: "1" }))
    : [{ asset: payload.currency, amount: payload.stake }];

/** What the end of a stake says of the stake. */
const onlyStake = ({ gameId, log, playerId, side, stake, transitId, ...more }: AwayStakePayload) => ({
  ...{ gameId, log, playerId, side, stake, transitId, currency: more.currency },
  items: more.currency === null ? more.items.map((one) => ({ ...one })) : [],
});

const ESCROW = awayEscrow("");

/**
 * Checks that a stake in another log is made once and leaves whole with that, and ends once: by all that the event
 * before it brought back.
 */
class AwayStakesPass implements CheckPass {
  readonly #away = new Map<string, AwayStakePayload>();
  /** The event before, but for those by which custody of copies begins and ends. */
  #before: RecordedEvent | null = null;
  /** The stake that was made just before, which has to leave. */
  #made: string | null = null;

  event(event: RecordedEvent): void {
    if (custodyArrived.is(event) || custodyEnded.is(event)) return;
    const { position } = event;
    const made = this.#made;
    this.#made = null;
    const hasLeft = made === null || (transitLeft.is(event) && event.payload.id === made);
    expectAt(position, hasLeft, () => "A stake for another log was made and did not leave.");
    if (awayStakeMade.is(event)) {
      const { payload } = event;
      expectAsTold(event, awayStakeMade(payload));
      expectAt(position, !this.#away.has(payload.transitId), () => "A stake in another log is made twice.");
      this.#away.set(payload.transitId, payload);
      this.#made = payload.transitId;
    } else if (awayCoinflipPlayed.is(event)) {
      const { payload } = event;
      const { payout, result, side } = payload;
      expectAsTold(event, awayCoinflipPlayed(payload));
      const came =
        payload.currency === null
          ? payload.won.map(({ copy }) => ({ asset: copy, amount: "1" }))
          : [{ asset: payload.currency, amount: payout }];
      const isPaid = payload.currency === null ? came.length > 0 : payout !== "0";
      expectAt(position, isPaid === (result === side), () => "A game pays whoever it says has won.");
      this.#end(payload, { position, came });
    } else if (awayStakeReturned.is(event)) {
      expectAsTold(event, awayStakeReturned(event.payload));
      this.#end(event.payload, { position, came: stakedIn(event.payload) });
    } else if (transitLeft.is(event)) this.#left(event.payload, position);
    this.#before = event;
  }

  /** What leaves an escrow as a stake is what was staked just before, or what has just come back and fits no stake. */
  #left(departure: Departure, position: number): void {
    if (!departure.sender.startsWith(ESCROW)) return;
    const before = this.#before;
    const isStake =
      before !== null &&
      awayStakeMade.is(before) &&
      before.payload.transitId === departure.id &&
      before.payload.log === departure.to &&
      textOf(carriedBy(departure)) === textOf(stakedIn(before.payload));
    const isOn = before !== null && transitArrived.is(before) && before.payload.receiver === departure.sender;
    expectAt(position, isStake || isOn, () => "Something left for another log that was not staked.");
  }

  #end(
    ended: AwayStakePayload,
    { position, came }: { readonly position: number; readonly came: readonly Carried[] },
  ): void {
    const made = this.#away.get(ended.transitId);
    const isSame = made !== undefined && isSameJson(onlyStake(made), onlyStake(ended));
    expectAt(position, isSame, () => "What ends is no stake that is in another log.");
    const before = this.#before;
    const hasCome =
      before !== null &&
      transitArrived.is(before) &&
      before.payload.receiver === awayEscrow(ended.transitId) &&
      textOf(carriedBy(before.payload)) === textOf(came);
    expectAt(position, hasCome, () => "A stake in another log ends by something else than came back for it.");
    this.#away.delete(ended.transitId);
  }
}

export const awayStakesCheck: LogCheck = { name: "away-stakes", begin: () => new AwayStakesPass() };
