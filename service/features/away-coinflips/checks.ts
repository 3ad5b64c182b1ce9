import {
  type AwayStakePayload,
  awayCoinflipPlayed,
  awayStakeMade,
  awayStakeReturned,
} from "#domain/features/away-coinflips/events.ts";
import { awayEscrow } from "#domain/features/live-coinflips/guests/guest.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { transitArrived } from "#domain/ledger/transit/transit.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const STAKED = ["currency", "gameId", "log", "playerId", "side", "stake"] as const;

/** Checks that a stake in another log is made once, and ends once: by all that the event before it brought back. */
class AwayStakesPass implements CheckPass {
  readonly #away = new Map<string, AwayStakePayload>();
  #before: RecordedEvent | null = null;

  event(event: RecordedEvent): void {
    const { position } = event;
    if (awayStakeMade.is(event)) {
      const { payload } = event;
      expectAsTold(event, awayStakeMade(payload));
      expectAt(position, !this.#away.has(payload.transitId), () => "A stake in another log is made twice.");
      this.#away.set(payload.transitId, payload);
    } else if (awayCoinflipPlayed.is(event)) {
      const { payload } = event;
      const { payout, result, side } = payload;
      expectAsTold(event, awayCoinflipPlayed(payload));
      const isPaid = payout !== "0";
      expectAt(position, isPaid === (result === side), () => "A game pays whoever it says has won.");
      this.#end(payload, { position, amount: payout });
    } else if (awayStakeReturned.is(event)) {
      expectAsTold(event, awayStakeReturned(event.payload));
      this.#end(event.payload, { position, amount: event.payload.stake });
    }
    this.#before = event;
  }

  #end(
    ended: AwayStakePayload,
    { position, amount }: { readonly position: number; readonly amount: string },
  ): void {
    const made = this.#away.get(ended.transitId);
    const isSame = made !== undefined && STAKED.every((key) => made[key] === ended[key]);
    expectAt(position, isSame, () => "What ends is no stake that is in another log.");
    const before = this.#before;
    const hasCome =
      before !== null &&
      transitArrived.is(before) &&
      before.payload.receiver === awayEscrow(ended.transitId) &&
      before.payload.asset === ended.currency &&
      before.payload.amount === amount;
    expectAt(position, hasCome, () => "A stake in another log ends by something else than came back for it.");
    this.#away.delete(ended.transitId);
  }
}

export const awayStakesCheck: LogCheck = { name: "away-stakes", begin: () => new AwayStakesPass() };
