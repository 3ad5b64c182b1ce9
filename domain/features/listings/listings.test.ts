import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import { minor } from "../../kernel/money.ts";
import type { RegisteredPlayer } from "../../player/player.ts";
import { BOB } from "../../testing/coinflips.ts";
import { type Decide, type GivenEvent, GivenLog, given } from "../../testing/given.ts";
import { CROWN, HAT, handedOver } from "../../testing/items.ts";
import { ALICE, playerIn, registered, unfinishedIn } from "../../testing/players.ts";
import { playerSuspended } from "../roles/events.ts";
import {
  listingEdited,
  listingFeatured,
  listingOpened,
  listingRemoved,
  listingReserved,
  listingSold,
  listingStream,
  listingTraded,
} from "./events.ts";
import { activeListings, listingStreamKind, type Offer } from "./listing.ts";
import { ACTIVE_LISTINGS_MAX, ceilingOf, PRICE_LEAST, PRICE_MOST } from "./rules.ts";
import { closeGone, editListing, featureListing, HOUSE, openListing, removeListing } from "./sell.ts";

const ROOT = "p_root";
const LISTING = "0193e3f0-0000-7000-8000-0000000000d9";
const OFFER: Offer = {
  category: null,
  condition: "good",
  description: null,
  paymentMethods: ["paypal"],
  price: "1000",
  title: "A hat",
};
const worth = minor("1000.00");
const rate = minor("3.50");
const contextOf = (log: GivenLog, playerId: string) => ({
  player: playerIn(log, playerId),
  holding: (asset: Parameters<GivenLog["holding"]>[1]) => log.holding(playerAccount(playerId), asset),
  worthOf: () => worth,
  rate,
  categories: {},
  isInCustody: () => true,
});
const listingIn = (log: GivenLog) => log.stream(listingStreamKind, listingStream(LISTING));
const open =
  (offer: Partial<Offer> = {}, sellerId = ALICE): Decide<{ readonly id: string }> =>
  (log) =>
    openListing(
      { listingId: LISTING, sellerId, copy: HAT, serial: 3, offer: { ...OFFER, ...offer } },
      contextOf(log, sellerId),
    );
const edit =
  (changes: Partial<Offer>, sellerId = ALICE): Decide<{ readonly id: string }> =>
  (log) =>
    editListing(
      { listingId: LISTING, sellerId, changes },
      { ...contextOf(log, sellerId), listing: listingIn(log) },
    );
const actedOn = (log: GivenLog, by: string) => ({
  listing: listingIn(log),
  actor: { player: playerIn(log, by), isListed: by === ROOT },
});
const remove =
  (by = ALICE, reason: string | null = null): Decide<{ readonly id: string }> =>
  (log) =>
    removeListing({ listingId: LISTING, by, reason }, actedOn(log, by));

const owner = [registered(), registered(ROOT), handedOver(platform, playerAccount(ALICE), HAT)];
const opened = listingOpened({
  ...OFFER,
  ...{ listingId: LISTING, sellerId: ALICE, copy: HAT, inCustody: true, serial: 3 },
});
const reserved = listingReserved({ listingId: LISTING, sellerId: ALICE, purchaseId: "u_1", until: 0 });

describe("a listing", () => {
  it("moves the copy into escrow, and only a free one", () => {
    given(...owner)
      .when(open())
      .then(opened);
    given(registered()).when(open()).refused("in_play");
    given(...owner, opened).refuses(open(), "in_play");
    given(...owner, playerSuspended(ALICE, { by: "p_root", reason: "x" })).refuses(open(), "suspended");
  });

  it("is refused above the ceiling, when it is opened and when it is edited", () => {
    const most = String(ceilingOf(worth, rate));
    given(...owner)
      .when(open({ price: most }))
      .then(listingOpened({ ...opened.payload, price: most }));
    const above = String(BigInt(most) + 1n);
    given(...owner).refuses(open({ price: above }), "price_too_high");
    given(...owner, opened).refuses(edit({ price: above }), "price_too_high");
  });

  it("counts towards a player's limit", () => {
    const many = Array.from({ length: ACTIVE_LISTINGS_MAX }, (_, n) =>
      listingOpened({ ...opened.payload, listingId: `l_${n}`, copy: `item:101:x${n}` }),
    );
    given(...owner, ...many).refuses(open(), "too_many_listings");
    const back = listingRemoved({
      ...{ listingId: "l_0", sellerId: ALICE, by: ALICE, copy: "item:101:x0", reason: null },
    });
    given(...owner, ...many, back)
      .when(open())
      .then(opened);
  });

  it("belongs to its seller: to others it does not exist, except to an admin with a reason", () => {
    const log = [...owner, registered(BOB), opened];
    given(...log).refuses(edit({ price: "1" }, BOB), "unknown_listing");
    given(...log).refuses(remove(BOB), "unknown_listing");
    const removed = { listingId: LISTING, sellerId: ALICE, copy: HAT };
    given(...log)
      .when(remove())
      .then(listingRemoved({ ...removed, by: ALICE, reason: null }));
    given(...log)
      .when(remove(ROOT, "Fake."))
      .then(listingRemoved({ ...removed, by: ROOT, reason: "Fake." }));
  });

  it("cannot change while a buyer pays, and once it has ended", () => {
    given(...owner, opened, reserved).refuses(edit({ price: "1" }), "reserved");
    given(...owner, opened, reserved).refuses(remove(), "reserved");
    const removed = { listingId: LISTING, sellerId: ALICE, by: ALICE, copy: HAT, reason: null };
    given(...owner, opened, listingRemoved(removed)).refuses(remove(), "not_active");
    const edited = { listingId: LISTING, sellerId: ALICE, ...OFFER, price: "1" };
    given(...owner, opened)
      .when(edit({ price: "1" }))
      .then(listingEdited(edited));
  });
});

describe("a listing's category", () => {
  const category = (isActive: boolean) => ({
    ...{ name: "Hats", description: null, icon: null, sortOrder: 1 },
    isActive,
  });

  it("is one that takes listings, when it is opened and when it is edited", () => {
    const known = { categories: { 1: category(true), 2: category(false) } };
    const opens = (of: number) => (log: GivenLog) =>
      openListing(
        { listingId: LISTING, sellerId: ALICE, copy: HAT, serial: 3, offer: { ...OFFER, category: of } },
        { ...contextOf(log, ALICE), ...known },
      );
    given(...owner)
      .when(opens(1))
      .then(listingOpened({ ...opened.payload, category: 1 }));
    for (const of of [2, 3]) given(...owner).refuses(opens(of), "unknown_category");
    given(...owner, opened).refuses(edit({ category: 3 }), "unknown_category");
  });
});

describe("an edit", () => {
  it("keeps what it does not name, and is not for a suspended seller", () => {
    const first = listingEdited({ listingId: LISTING, sellerId: ALICE, ...OFFER, title: "Another hat" });
    given(...owner, opened, first)
      .when(edit({ price: "900" }))
      .then(
        listingEdited({ listingId: LISTING, sellerId: ALICE, ...OFFER, title: "Another hat", price: "900" }),
      );
    given(...owner, opened, playerSuspended(ALICE, { by: "p_root", reason: "x" })).refuses(
      edit({ price: "900" }),
      "suspended",
    );
    given(...owner).refuses(edit({ price: "900" }), "unknown_listing");
    given(...owner).refuses(remove(), "unknown_listing");
  });
});

describe("a featured listing", () => {
  const feature =
    (isFeatured: boolean): Decide<{ readonly id: string }> =>
    (log) =>
      featureListing({ listingId: LISTING, by: ROOT, isFeatured, reason: "Fine." }, actedOn(log, ROOT));
  const featured = (isFeatured: boolean) =>
    listingFeatured({ listingId: LISTING, by: ROOT, isFeatured, reason: "Fine.", sellerId: ALICE });

  it("is featured once, and until it is taken from there", () => {
    given(...owner, opened)
      .when(feature(true))
      .then(featured(true));
    given(...owner, opened).refuses(feature(false), "unchanged");
    given(...owner, opened, featured(true)).refuses(feature(true), "unchanged");
    given(...owner, opened, featured(true))
      .when(feature(false))
      .then(featured(false));
  });

  it("and its removal with a reason are for admins as of the head", () => {
    const gone = playerSuspended(ROOT, { by: "p_dora", reason: "x" });
    for (const act of [feature(true), remove(ROOT, "Not allowed.")])
      given(...owner, opened, gone).refuses(act, "forbidden");
    given(...owner, opened).refuses(remove(BOB, "Mine."), "forbidden");
  });

  it("is an active one", () => {
    given(...owner).refuses(feature(true), "unknown_listing");
    given(...owner, opened, reserved).refuses(feature(true), "reserved");
  });
});

describe("a listed copy that the platform does not show any more", () => {
  const closes = (log: GivenLog) => closeGone(LISTING, listingIn(log));
  const onSight = listingOpened({ ...opened.payload, inCustody: false });

  it("ends the listing, unless the copy is in custody or someone is paying", () => {
    const reason = "The seller no longer has its copy.";
    const removed = listingRemoved({ listingId: LISTING, sellerId: ALICE, by: HOUSE, copy: HAT, reason });
    given(...owner, onSight)
      .when(closes)
      .then(removed);
    given(...owner, opened).refuses(closes, "not_active");
    given(...owner, onSight, reserved).refuses(closes, "not_active");
    given(...owner).refuses(closes, "not_active");
  });
});

describe("a sale", () => {
  it("makes room for another listing, given over or traded", () => {
    const many = Array.from({ length: ACTIVE_LISTINGS_MAX }, (_, n) =>
      listingOpened({ ...opened.payload, listingId: `l_${n}`, copy: `item:101:x${n}` }),
    );
    const sale = {
      listingId: "l_0",
      sellerId: ALICE,
      buyerId: BOB,
      copy: "item:101:x0",
      purchaseId: "u_1",
    } as const;
    for (const end of [listingSold(sale), listingTraded({ ...sale, proof: "seen" })]) {
      const log = new GivenLog();
      log.append([...owner, ...many, end]);
      expect(activeListings.of(playerIn(log) as RegisteredPlayer)).toBe(ACTIVE_LISTINGS_MAX - 1);
    }
  });
});

describe("the ceiling of a price", () => {
  it("is ten times the value that counts, within the limit of any listing", () => {
    expect(ceilingOf(minor("1000.00"), minor("3.50"))).toBe(minor("35.00"));
    expect(ceilingOf(1n, 1n)).toBe(PRICE_LEAST);
    expect(ceilingOf(minor("99000000.00"), minor("3.50"))).toBe(PRICE_MOST);
    expect(ceilingOf(null, minor("3.50"))).toBe(PRICE_MOST);
  });
});

describe("a seller", () => {
  const binds = (...events: readonly GivenEvent[]): boolean => {
    const log = new GivenLog();
    log.append([...owner, ...events]);
    return unfinishedIn(log).includes("Your listings have to be sold or removed.");
  };

  it("is not forgotten before every listing is removed, sold or traded", () => {
    const other = listingOpened({ ...opened.payload, listingId: "l_2", copy: CROWN });
    const others = [handedOver(platform, playerAccount(ALICE), CROWN), other];
    const sale = { listingId: LISTING, sellerId: ALICE, buyerId: BOB, purchaseId: "u_1", copy: HAT };
    const ends = [
      listingRemoved({ listingId: LISTING, sellerId: ALICE, by: ALICE, copy: HAT, reason: null }),
      listingSold(sale),
      listingTraded({ ...sale, proof: "seen" }),
    ];
    expect(binds()).toBe(false);
    for (const end of ends) {
      expect(binds(opened, ...others, end)).toBe(true);
      expect(binds(opened, end)).toBe(false);
    }
  });
});
