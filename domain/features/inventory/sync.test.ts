import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import { type Copy, copyOf } from "../../accounts/item.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { given, NOON } from "../../testing/given.ts";
import { CROWN, catalogued, HAT, HAT_2, HAT_3, handedOver, synced } from "../../testing/items.ts";
import { inventorySynced, type SyncFindings, sightingsEnded } from "./events.ts";
import { COPIES_PER_COMMAND_MAX, OTHER_PLAYERS_MAX } from "./rules.ts";
import { syncInventory } from "./sync.ts";

const ALICE = "p_alice";
const BOB = "p_bob";
const CAROL = "p_carol";
const alice = playerAccount(ALICE);
const bob = playerAccount(BOB);

const seen = (copy: Copy) => ({ copy, serial: null });

/** A sync of a listing of this size that found only the given copies. */
const found = (playerId: string, listed: number, what: Partial<SyncFindings> = {}): NewEvent =>
  inventorySynced(playerId, {
    sync: "sync_1",
    listedAt: NOON,
    complete: true,
    listed,
    credited: [],
    moved: [],
    confirmed: [],
    returned: [],
    inPlay: [],
    ...what,
  });

/** Alice's hat was credited an hour before. */
const hatAtAlice = found(ALICE, 1, { credited: [seen(HAT)], listedAt: NOON - 3_600_000 });

describe("a listed copy", () => {
  it("is credited when nobody has it, with a move from the platform", () => {
    given(catalogued)
      .when(synced(ALICE, [HAT, HAT_2]))
      .then(found(ALICE, 2, { credited: [seen(HAT), seen(HAT_2)] }))
      .answers({ count: 2 });
    expect(found(ALICE, 1, { credited: [seen(HAT)] }).postings).toEqual([
      { account: platform, asset: HAT, delta: -1n },
      { account: alice, asset: HAT, delta: 1n },
    ]);
  });

  it("is credited once, however often it is listed", () => {
    given(catalogued, hatAtAlice)
      .when(synced(ALICE, [HAT]))
      .then(found(ALICE, 1));
    given(catalogued)
      .when(synced(ALICE, [HAT, HAT], { count: 1 }))
      .then(found(ALICE, 1, { credited: [seen(HAT)] }));
  });

  it("keeps its serial number", () => {
    const listed = [{ copy: HAT, serial: 12, holder: null, sightedAt: null }];
    given(catalogued)
      .when(synced(ALICE, [HAT], { listed }))
      .then(found(ALICE, 1, { credited: [{ copy: HAT, serial: 12 }] }));
  });

  it("moves in one event when it is seen here and another player has it on sight", () => {
    given(catalogued, hatAtAlice)
      .when(synced(BOB, [HAT]))
      .then(
        sightingsEnded(ALICE, [HAT]),
        found(BOB, 1, { moved: [{ copy: HAT, serial: null, from: ALICE }], complete: false }),
        found(BOB, 1),
      );
  });

  it("moves in an event that its last holder may see whole: it contains no other player's copies", () => {
    const hatAtCarol = found(CAROL, 1, { credited: [seen(HAT_2)], listedAt: NOON - 3_600_000 });
    given(catalogued, hatAtAlice, hatAtCarol)
      .when(synced(BOB, [HAT, HAT_2, HAT_3]))
      .then(
        sightingsEnded(ALICE, [HAT]),
        sightingsEnded(CAROL, [HAT_2]),
        found(BOB, 1, { moved: [{ copy: HAT, serial: null, from: ALICE }], complete: false }),
        found(BOB, 1, { moved: [{ copy: HAT_2, serial: null, from: CAROL }], complete: false }),
        found(BOB, 3, { credited: [seen(HAT_3)] }),
      );
  });

  it("moves with the others of the same player, in one event", () => {
    const hats = found(ALICE, 2, { credited: [seen(HAT), seen(HAT_2)], listedAt: NOON - 3_600_000 });
    const moved = [HAT, HAT_2].map((copy) => ({ copy, serial: null, from: ALICE }));
    given(catalogued, hats)
      .when(synced(BOB, [HAT, HAT_2]))
      .then(sightingsEnded(ALICE, [HAT, HAT_2]), found(BOB, 2, { moved, complete: false }), found(BOB, 2));
  });

  it("moves in an event without what else the sync found at its new holder", () => {
    const hatAtCarol = found(CAROL, 1, { credited: [seen(HAT_2)], listedAt: NOON - 3_600_000 });
    const crownAtBob = found(BOB, 1, { credited: [seen(CROWN)], listedAt: NOON - 3_600_000 });
    const won = handedOver(playerAccount(CAROL), bob, HAT_2);
    const staked = handedOver(platform, "escrow:game_1", HAT_3);
    given(catalogued, hatAtAlice, hatAtCarol, crownAtBob, won, staked)
      .when(synced(BOB, [HAT, HAT_2, HAT_3]))
      .then(
        sightingsEnded(ALICE, [HAT]),
        sightingsEnded(CAROL, [HAT_2]),
        found(BOB, 1, { moved: [{ copy: HAT, serial: null, from: ALICE }], complete: false }),
        found(BOB, 3, { confirmed: [seen(HAT_2)], returned: [CROWN], inPlay: [seen(HAT_3)] }),
      );
  });

  it("moves by a listing of the instant at which it was last seen elsewhere", () => {
    given(catalogued, found(ALICE, 1, { credited: [seen(HAT)] }))
      .when(synced(BOB, [HAT]))
      .then(
        sightingsEnded(ALICE, [HAT]),
        found(BOB, 1, { moved: [{ copy: HAT, serial: null, from: ALICE }], complete: false }),
        found(BOB, 1),
      );
  });

  it("does not move by a listing older than the one it was last seen in", () => {
    given(catalogued, found(ALICE, 1, { credited: [seen(HAT)], listedAt: NOON + 1 }))
      .when(synced(BOB, [HAT]))
      .then(found(BOB, 1, { inPlay: [seen(HAT)] }));
  });

  it("stays in escrow, and in play, whoever has it at the platform", () => {
    const staked = handedOver(alice, "escrow:game_1", HAT);
    for (const player of [ALICE, BOB]) {
      given(catalogued, hatAtAlice, staked)
        .when(synced(player, [HAT]))
        .then(found(player, 1, { inPlay: [seen(HAT)] }));
    }
  });

  it("stays with its winner: the loser does not get it back by a sync", () => {
    given(catalogued, hatAtAlice, handedOver(alice, bob, HAT))
      .when(synced(ALICE, [HAT]))
      .then(found(ALICE, 1, { inPlay: [seen(HAT)] }));
  });

  it("stays in custody, where it is on sight at nobody", () => {
    const custody = [hatAtAlice, sightingsEnded(ALICE, [HAT])];
    given(catalogued, ...custody)
      .when(synced(BOB, [HAT]))
      .then(found(BOB, 1, { inPlay: [seen(HAT)] }));
    given(catalogued, ...custody)
      .when(synced(ALICE, [HAT]))
      .then(found(ALICE, 1));
  });

  it("stays with the house", () => {
    given(catalogued, handedOver(platform, "house", HAT))
      .when(synced(ALICE, [HAT]))
      .then(found(ALICE, 1, { inPlay: [seen(HAT)] }));
  });

  it("is on sight here once its winner also has it at the platform, and no longer at the old place", () => {
    const won = [hatAtAlice, handedOver(alice, bob, HAT)];
    given(catalogued, ...won)
      .when(synced(BOB, [HAT]))
      .then(sightingsEnded(ALICE, [HAT]), found(BOB, 1, { confirmed: [seen(HAT)] }));
    const delivered = [...won, sightingsEnded(ALICE, [HAT]), found(BOB, 1, { confirmed: [seen(HAT)] })];
    const wonBack = handedOver(bob, alice, HAT);
    // Lost in a game by the player at whom the platform lists it: it is no longer theirs.
    given(catalogued, ...delivered, wonBack)
      .when(synced(ALICE, []))
      .then(found(ALICE, 0));
    given(catalogued, ...delivered, wonBack)
      .when(synced(BOB, [HAT]))
      .then(found(BOB, 1, { inPlay: [seen(HAT)] }));
  });

  it("stays on sight at the loser while the loser's listing is newer than its winner's", () => {
    const newer = found(ALICE, 1, { credited: [seen(HAT)], listedAt: NOON + 1 });
    given(catalogued, newer, handedOver(alice, bob, HAT))
      .when(synced(BOB, [HAT]))
      .then(found(BOB, 1));
  });

  it("is skipped when its item is missing in the catalogue", () => {
    given(catalogued)
      .when(synced(ALICE, [copyOf(999, "1"), HAT]))
      .then(found(ALICE, 2, { credited: [seen(HAT)] }));
  });
});

describe("a copy gone from the platform's listing", () => {
  it("goes back to it when it is free", () => {
    given(catalogued, hatAtAlice)
      .when(synced(ALICE, []))
      .then(found(ALICE, 0, { returned: [HAT] }));
    expect(found(ALICE, 0, { returned: [HAT] }).postings).toEqual([
      { account: alice, asset: HAT, delta: -1n },
      { account: platform, asset: HAT, delta: 1n },
    ]);
  });

  it("stays in escrow, and goes back at the first sync after it came out", () => {
    const staked = handedOver(alice, "escrow:game_1", HAT);
    given(catalogued, hatAtAlice, staked)
      .when(synced(ALICE, [], { absent: [HAT] }))
      .then(found(ALICE, 0));
    given(catalogued, hatAtAlice, staked, found(ALICE, 0), handedOver("escrow:game_1", alice, HAT))
      .when(synced(ALICE, []))
      .then(found(ALICE, 0, { returned: [HAT] }));
  });

  it("stays with its winner", () => {
    given(catalogued, hatAtAlice, handedOver(alice, bob, HAT))
      .when(synced(BOB, []))
      .then(found(BOB, 0));
    given(catalogued, hatAtAlice, handedOver(alice, bob, HAT))
      .when(synced(ALICE, []))
      .then(found(ALICE, 0));
  });

  it("stays in custody", () => {
    given(catalogued, hatAtAlice, sightingsEnded(ALICE, [HAT]))
      .when(synced(ALICE, []))
      .then(found(ALICE, 0));
  });

  it("can be credited again, to anybody, once it has gone back", () => {
    given(catalogued, hatAtAlice, found(ALICE, 0, { returned: [HAT] }))
      .when(synced(BOB, [HAT]))
      .then(found(BOB, 1, { credited: [seen(HAT)] }));
  });

  it("is counted among the new and the remaining ones", () => {
    const before = found(ALICE, 2, { credited: [seen(HAT), seen(HAT_2)] });
    given(catalogued, before)
      .when(synced(ALICE, [HAT_2, HAT_3, CROWN]))
      .then(found(ALICE, 3, { credited: [seen(HAT_3), seen(CROWN)], returned: [HAT] }));
  });
});

describe("a sync", () => {
  it("is refused when the look-up lacked a copy's holder, so that it is repeated", () => {
    const listed = [{ copy: HAT, serial: null, holder: null, sightedAt: null }];
    given(catalogued, hatAtAlice).refuses(synced(BOB, [HAT], { listed }), "copies_moved");
    const wrong = listed.map((copy) => ({ ...copy, holder: playerAccount("p_carol") }));
    given(catalogued, hatAtAlice).refuses(synced(BOB, [HAT], { listed: wrong }), "copies_moved");
  });

  it("is refused when a newer listing was applied already", () => {
    given(catalogued, hatAtAlice)
      .when(synced(ALICE, [], { listedAt: NOON - 3_600_001 }))
      .refused("listing_outdated");
  });

  it("ends the sight of a limited number of other players, and leaves the rest to the next", () => {
    const copies = Array.from({ length: OTHER_PLAYERS_MAX + 3 }, (_, n) => copyOf(101, String(n)));
    // The last copy is a second one of the first player, who is among the limited number.
    const owner = (copy: Copy) => `p_${copies.indexOf(copy) % (OTHER_PLAYERS_MAX + 2)}`;
    const listed = copies.map((copy) => ({
      ...seen(copy),
      holder: playerAccount(owner(copy)),
      sightedAt: owner(copy),
    }));
    const nothing = { sighted: {}, listedAt: 0 };
    const decision = syncInventory(
      {
        playerId: ALICE,
        sync: "s",
        listedAt: NOON,
        count: listed.length,
        listed,
        absent: [],
        complete: true,
      },
      {
        inventory: nothing,
        inventoryOf: (id) => ({
          ...nothing,
          sighted: Object.fromEntries(
            copies.filter((copy) => owner(copy) === id).map((copy) => [copy, true]),
          ),
        }),
        catalogue: {
          items: {
            101: { id: 1, value: "5000", source: "original_price", valueAt: NOON, override: null, past: [] },
          },
        },
        holding: (account, asset) => {
          if (account === platform) return -1n;
          return account === playerAccount(owner(asset as Copy)) ? 1n : 0n;
        },
      },
    );
    if (!("events" in decision)) throw new Error("It is accepted");
    expect(decision.events).toHaveLength(2 * OTHER_PLAYERS_MAX + 1);
    expect(decision.events.at(-1)?.payload).toMatchObject({
      inPlay: copies.slice(OTHER_PLAYERS_MAX, -1).map(seen),
    });
    expect(decision.events[0]?.payload).toEqual({ copies: [copies[0], copies.at(-1)] });
  });

  it("takes a limited number of copies at a time, those that are gone among them", () => {
    const names = Array.from({ length: COPIES_PER_COMMAND_MAX }, (_, n) => copyOf(101, String(n)));
    const context = { inventory: { sighted: {}, listedAt: 0 }, catalogue: { items: {} }, holding: () => 0n };
    const syncs = (listed: readonly Copy[], absent: readonly Copy[]) =>
      syncInventory(
        {
          ...{ playerId: ALICE, sync: "s", listedAt: 0, count: 0, absent, complete: true },
          listed: listed.map((copy) => ({ ...seen(copy), holder: null, sightedAt: null })),
        },
        { ...context, inventoryOf: () => context.inventory },
      );
    const more = copyOf(102, "1");
    for (const at of [0, 400, COPIES_PER_COMMAND_MAX]) {
      const [listed, absent] = [names.slice(0, at), names.slice(at)];
      expect("events" in syncs(listed, absent)).toBe(true);
      expect(() => syncs([...listed, more], absent)).toThrow("1000");
      expect(() => syncs(listed, [...absent, more])).toThrow("1000");
    }
  });
});
