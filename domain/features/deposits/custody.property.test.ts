import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Account, playerAccount } from "../../accounts/account.ts";
import { copyOf } from "../../accounts/item.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { approves, DORA, hats, people, ROOT, requests, reverses } from "../../testing/deposits.ts";
import { type Decide, GivenLog } from "../../testing/given.ts";
import { catalogued, handedOver, holderIn, sightedIn, synced } from "../../testing/items.ts";
import { registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { copiesInCustody, keepsInCustody } from "./custody.ts";
import { depositStreamKind } from "./deposit.ts";
import { depositStream } from "./events.ts";

const PLAYERS = ["p_a", "p_b"] as const;
const COPIES = ["1", "2", "3"].map((instance) => copyOf(101, instance));
type OneCopy = (typeof COPIES)[number];
const player = fc.constantFrom(...PLAYERS);
const copy = fc.constantFrom(...COPIES);

const step = fc.oneof(
  fc.record({ do: fc.constant("trade" as const), copy, to: fc.option(player) }),
  fc.record({ do: fc.constant("sync" as const), player }),
  fc.record({ do: fc.constant("stake" as const), copy }),
  fc.record({ do: fc.constant("win" as const), copy, player }),
  fc.record({ do: fc.constant("lose" as const), copy }),
  fc.record({ do: fc.constant("deposit" as const), copy, player }),
  fc.record({ do: fc.constant("reverse" as const), deposit: fc.nat(8) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A platform where copies are traded, beside a site where they are synced, deposited, staked and won. */
class World {
  readonly log = new GivenLog();
  readonly owners = new Map<string, string | null>(COPIES.map((one) => [one, null]));
  /** Copies in custody, by approvals and reversals. */
  readonly custody = new Map<string, string>();
  #deposits = 0;

  constructor() {
    this.log.append([...people, ...PLAYERS.map((id) => registered(id)), catalogued]);
  }

  take(step: Step): void {
    const { log } = this;
    log.at += 1_000;
    if (step.do === "trade") this.owners.set(step.copy, step.to);
    if (step.do === "sync") {
      const listing = COPIES.filter((one) => this.owners.get(one) === step.player);
      this.do(synced(step.player, listing));
    }
    const holder = "copy" in step ? holderIn(log, step.copy) : null;
    if (step.do === "stake" && holder?.startsWith("player:")) this.hand(step.copy, holder, "escrow:g");
    if (step.do === "win" && holder === "escrow:g") this.hand(step.copy, holder, playerAccount(step.player));
    if (step.do === "lose" && holder?.startsWith("player:")) this.hand(step.copy, holder, "house");
    if (step.do === "deposit") this.deposit(step.copy, step.player);
    if (step.do === "reverse") {
      const depositId = `d_${step.deposit}`;
      if (!this.do(reverses(ROOT, { depositId }))) return;
      for (const [one, by] of this.custody) if (by === depositId) this.custody.delete(one);
    }
  }

  deposit(one: OneCopy, playerId: string): void {
    this.#deposits += 1;
    const depositId = `d_${this.#deposits}`;
    this.do(requests(hats(1), { playerId, depositId }));
    const instances = [one.slice(one.lastIndexOf(":") + 1)];
    for (const admin of [ROOT, DORA])
      this.do(approves(admin, { depositId, instances, secondApprovalAbove: 10n ** 12n }));
    if (this.log.stream(depositStreamKind, depositStream(depositId)).status === "completed")
      this.custody.set(one, depositId);
  }

  /** @returns whether it was accepted */
  do(decide: Decide<JsonObject>): boolean {
    const decision = decide(this.log);
    if ("refused" in decision) return false;
    this.log.append(decision.events);
    return true;
  }

  hand(one: OneCopy, from: Account, to: Account): void {
    this.log.append([handedOver(from, to, one)]);
  }

  /** Whether any deposit keeps a copy in custody, as an ideal look-up would find. */
  isInCustody(one: OneCopy): boolean {
    return Array.from({ length: this.#deposits }, (_, n) => `d_${n + 1}`).some((id) =>
      keepsInCustody(this.log.stream(depositStreamKind, depositStream(id)), one),
    );
  }
}

describe("custody, under any trades, syncs, stakes, deposits and reversals", () => {
  it("begins only with an approved deposit, and ends with its reversal", () => {
    forAll(fc.array(step, { maxLength: 30 }), (steps) => {
      const world = new World();
      for (const one of steps) {
        world.take(one);
        for (const each of COPIES) expect(world.isInCustody(each)).toBe(world.custody.has(each));
        expect([...copiesInCustody(world.log.events)].toSorted()).toEqual(
          [...world.custody.keys()].toSorted(),
        );
      }
    });
  });

  it("never holds a copy that is on sight at a player, and no sync moves a copy out of it", () => {
    forAll(fc.array(step, { maxLength: 30 }), (steps) => {
      const world = new World();
      for (const one of steps) {
        const before = COPIES.map((each) => holderIn(world.log, each));
        const kept = COPIES.map((each) => world.isInCustody(each));
        world.take(one);
        for (const [index, each] of COPIES.entries()) {
          if (world.isInCustody(each)) expect(sightedIn(world.log, each)).toBeNull();
          if (one.do === "sync" && kept[index]) expect(holderIn(world.log, each)).toBe(before[index]);
        }
      }
    });
  });
});
