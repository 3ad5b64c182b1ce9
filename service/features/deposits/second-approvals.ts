import { platform, playerAccount } from "#domain/accounts/account.ts";
import {
  type DepositSubject,
  type depositCompleted,
  depositCounted,
} from "#domain/features/deposits/events.ts";
import { secondApprovalAbove } from "#domain/features/deposits/settings.ts";
import { sightingsEnded } from "#domain/features/inventory/events.ts";
import { type Inventory, isSighted } from "#domain/features/inventory/inventory.ts";
import { reviewValueOf } from "#domain/features/limiteds/catalogue.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { type RollingSum, rollingSumOf, withAmount } from "#domain/kernel/rolling-sum.ts";
import type { CataloguePass } from "#service/features/limiteds/checks.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import type { SettingsPass } from "#service/features/settings/checks.ts";
import type { AmountOf } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

type Completed = RecordedEvent & EventOf<typeof depositCompleted>;

/** Follows what decides whether a deposit needs a second admin: values, sums of 24 hours, sightings, the threshold. */
export class SecondApprovals {
  readonly #settings: SettingsPass;
  readonly #catalogue: CataloguePass;
  /** By `credited` or `approved` and the player. */
  readonly #sums = new Map<string, RollingSum>();
  /** The copies taken from somebody's sight by the command under way, and from whose. */
  #taken: { readonly commandId: string; readonly from: Map<string, string> } | null = null;

  constructor(settings: SettingsPass, catalogue: CataloguePass) {
    this.#settings = settings;
    this.#catalogue = catalogue;
  }

  event(event: RecordedEvent, state: unknown): void {
    if (sightingsEnded.is(event)) this.#take(event, state as Inventory);
    else if (depositCounted.is(event)) {
      const { as, value } = event.payload;
      this.#count(as, playerIdOf(event), { value, at: event.recordedAt });
    }
  }

  #take(event: RecordedEvent & EventOf<typeof sightingsEnded>, seen: Inventory): void {
    const { commandId, payload } = event;
    if (this.#taken?.commandId !== commandId) this.#taken = { commandId, from: new Map() };
    const playerId = playerIdOf(event);
    for (const copy of payload.copies) if (isSighted(seen, copy)) this.#taken.from.set(copy, playerId);
  }

  /** Asserts that a deposit has its value, and a second admin if it needed one. @throws BadLog otherwise */
  expect(event: Completed, wanted: DepositSubject, amountOf: AmountOf): void {
    const { position, commandId, payload } = event;
    const { playerId, firstBy, value, credited, kept } = payload;
    const due = this.#worthOf(wanted);
    expectAt(position, BigInt(value) === due, () => `A deposit worth ${due} counts as ${value}.`);
    const from = this.#taken?.commandId === commandId ? this.#taken.from : new Map<string, string>();
    const areHeld =
      credited.every((copy) => amountOf(platform, copy) === -1n) &&
      kept.every((copy) => from.has(copy) && amountOf(playerAccount(playerId), copy) === 1n);
    expectAt(position, areHeld, () => "A deposit keeps or credits copies that were not where it says.");
    if (firstBy !== null) return;
    const areSeen = credited.length === 0 && kept.every((copy) => from.get(copy) === playerId);
    expectAt(position, areSeen, () => "One admin approved a deposit of copies never seen at its player.");
    // The default is a setting of the service, which no event tells.
    const above = secondApprovalAbove.setIn(this.#settings.now);
    expectAt(position, above === null || !this.#isAbove(event, above), () => {
      return `One admin approved a deposit that takes two, above ${above}.`;
    });
  }

  /** Adds a deposit to the sums of its player and of its approvers. */
  add({ payload: { playerId, by, firstBy, value }, recordedAt: at }: Completed): void {
    this.#count("credited", playerId, { value, at });
    for (const id of [firstBy, by]) if (id !== null) this.#count("approved", id, { value, at });
  }

  /** Whether the sum of the player or of the approver exceeds the threshold with this deposit. */
  #isAbove({ payload: { playerId, by, value }, recordedAt }: Completed, above: bigint): boolean {
    return [`credited ${playerId}`, `approved ${by}`].some(
      (key) => rollingSumOf(this.#sums.get(key) ?? [], recordedAt) + BigInt(value) > above,
    );
  }

  #count(
    as: "credited" | "approved",
    playerId: string,
    { value, at }: { readonly value: string; readonly at: number },
  ): void {
    const key = `${as} ${playerId}`;
    this.#sums.set(key, withAmount(this.#sums.get(key) ?? [], BigInt(value), at));
  }

  #worthOf(wanted: DepositSubject): bigint {
    if (wanted.type !== "roblox_limited") return BigInt(wanted.amount);
    return (reviewValueOf(this.#catalogue.now, wanted.assetId) ?? 0n) * BigInt(wanted.quantity);
  }
}
