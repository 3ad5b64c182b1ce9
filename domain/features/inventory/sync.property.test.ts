import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Account, platform, playerAccount } from "../../accounts/account.ts";
import { copyOf } from "../../accounts/item.ts";
import { GivenLog, NOON } from "../../testing/given.ts";
import { catalogued, handedOver, holderIn, sightedIn, synced } from "../../testing/items.ts";
import { forAll } from "../../testing/properties/for-all.ts";

const PLAYERS = ["p_a", "p_b", "p_c"] as const;
const COPIES = ["1", "2", "3", "4"].map((instance) => copyOf(101, instance));
const player = fc.constantFrom(...PLAYERS);
const copy = fc.constantFrom(...COPIES);

type Step =
  | { readonly do: "trade"; readonly copy: (typeof COPIES)[number]; readonly to: string | null }
  | { readonly do: "sync"; readonly player: string; readonly isOld: boolean }
  | { readonly do: "stake"; readonly copy: (typeof COPIES)[number] }
  | { readonly do: "settle"; readonly copy: (typeof COPIES)[number]; readonly to: string };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("trade" as const), copy, to: fc.option(player) }),
    fc.record({ do: fc.constant("sync" as const), player, isOld: fc.boolean() }),
    fc.record({ do: fc.constant("stake" as const), copy }),
    fc.record({ do: fc.constant("settle" as const), copy, to: player }),
  ),
  { maxLength: 40 },
);

/** A platform where copies are traded, beside a site where they are synced, staked and won. */
class World {
  readonly log = new GivenLog();
  /** The platform's holder of each copy. */
  readonly owners = new Map<string, string | null>(COPIES.map((one) => [one, null]));
  /** Each player's previous listing. */
  #past = new Map<string, { readonly at: number; readonly copies: typeof COPIES }>();

  constructor() {
    this.log.append([catalogued]);
  }

  listingOf(name: string): typeof COPIES {
    return COPIES.filter((one) => this.owners.get(one) === name);
  }

  take(step: Step): void {
    const { log } = this;
    const past = new Map(PLAYERS.map((name) => [name, { at: log.at, copies: this.listingOf(name) }]));
    log.at += 1_000;
    if (step.do === "trade") this.owners.set(step.copy, step.to);
    else if (step.do === "stake") {
      const holder = holderIn(log, step.copy);
      if (holder?.startsWith("player:")) log.append([handedOver(holder, "escrow:g", step.copy)]);
    } else if (step.do === "settle") {
      if (holderIn(log, step.copy) !== "escrow:g") return;
      log.append([handedOver("escrow:g", playerAccount(step.to), step.copy)]);
    } else this.sync(step.player, step.isOld);
    this.#past = past;
  }

  sync(name: string, isOld = false): void {
    const old = this.#past.get(name);
    const listing = isOld && old !== undefined ? old : { at: this.log.at, copies: this.listingOf(name) };
    const decision = synced(name, listing.copies, { listedAt: listing.at })(this.log);
    if ("events" in decision) this.log.append(decision.events);
  }
}

function played(all: readonly Step[], look: (world: World) => void = () => {}): World {
  const world = new World();
  for (const step of all) {
    world.take(step);
    look(world);
  }
  return world;
}

describe("after any trades, syncs and games", () => {
  it("each copy is held by at most one account outside the platform, and by none negatively", () => {
    forAll(steps, (all) => {
      played(all, ({ log }) => {
        const accounts: Account[] = [...PLAYERS.map(playerAccount), "escrow:g"];
        for (const one of COPIES) {
          const held = accounts.map((account) => log.holding(account, one));
          expect(held.every((amount) => amount === 0n || amount === 1n)).toBe(true);
          const outside = held.reduce((sum, amount) => sum + amount, 0n);
          expect([0n, 1n]).toContain(outside);
          expect(log.holding(platform, one)).toBe(-outside);
        }
      });
    });
  });

  it("a copy is on sight at one player at most, and at none while it is at the platform", () => {
    forAll(steps, (all) => {
      played(all, ({ log }) => {
        for (const one of COPIES) if (holderIn(log, one) === null) expect(sightedIn(log, one)).toBeNull();
        const folded = PLAYERS.map((name) =>
          log.events.filter(({ stream }) => stream === `inventory:${name}`),
        );
        for (const one of COPIES) {
          const at = folded.map((events) =>
            events.reduce((isHere, { type, payload }) => {
              const named = (key: string): boolean => JSON.stringify(payload[key] ?? []).includes(`"${one}"`);
              if (type === "SightingsEnded") return isHere && !named("copies");
              if (named("returned")) return false;
              return isHere || ["credited", "moved", "confirmed"].some(named);
            }, false),
          );
          expect(at.filter(Boolean).length).toBeLessThanOrEqual(1);
        }
      });
    });
  });

  it("a sync moves no staked copy, and takes no won copy that is on sight at nobody else", () => {
    forAll(steps, player, (all, name) => {
      const world = played(all);
      const before = COPIES.map((one) => [holderIn(world.log, one), sightedIn(world.log, one)] as const);
      world.log.at += 1_000;
      world.sync(name);
      for (const [index, [holder, sightedAt]] of before.entries()) {
        const after = holderIn(world.log, COPIES[index]!);
        const isWon = holder !== null && holder !== `player:${sightedAt}`;
        if (isWon) expect(after).toBe(holder);
        else if (holder !== null) expect([holder, null, `player:${name}`]).toContain(after);
      }
    });
  });

  it("a second sync of the same listing moves nothing", () => {
    forAll(steps, player, (all, name) => {
      const world = played(all);
      world.log.at += 1_000;
      world.sync(name);
      world.sync(name);
      expect(world.log.events.at(-1)?.postings).toEqual([]);
    });
  });

  it("after a sync of every player, every copy never staked is with its holder at the platform", () => {
    const trades = steps.map((all) => all.filter((step) => step.do === "trade" || step.do === "sync"));
    forAll(trades, (all) => {
      const world = played(all);
      for (const name of PLAYERS) {
        world.log.at += 1_000;
        world.sync(name);
      }
      for (const one of COPIES) {
        const owner = world.owners.get(one) ?? null;
        expect(holderIn(world.log, one)).toBe(owner === null ? null : `player:${owner}`);
      }
      expect(world.log.at).toBeGreaterThan(NOON);
    });
  });

  it("an event that moves a copy from a player shows only that player's copies", () => {
    forAll(steps, (all) => {
      for (const { type, payload, stream, postings } of played(all).log.events) {
        if (type !== "InventorySynced") continue;
        const parties = new Set(postings.map(({ account }) => account).filter((name) => name !== platform));
        parties.delete(playerAccount(stream.slice("inventory:".length)));
        if (parties.size === 0) continue;
        expect(parties.size).toBe(1);
        for (const rest of ["credited", "confirmed", "returned", "inPlay"]) expect(payload[rest]).toEqual([]);
        expect(payload.listed).toBe(postings.length / 2);
      }
    });
  });
});
