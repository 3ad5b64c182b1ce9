import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import { minor } from "../../kernel/money.ts";
import { BOB } from "../../testing/coinflips.ts";
import { type Decide, type GivenLog, given } from "../../testing/given.ts";
import { HAT, handedOver } from "../../testing/items.ts";
import { ALICE, playerIn, registered } from "../../testing/players.ts";
import { playerSuspended } from "../roles/events.ts";
import { listingEdited, listingOpened, listingRemoved, listingReserved, listingStream } from "./events.ts";
import { listingStreamKind, type Offer } from "./listing.ts";
import { ACTIVE_LISTINGS_MAX, ceilingOf, PRICE_LEAST, PRICE_MOST } from "./rules.ts";
import { editListing, openListing, removeListing } from "./sell.ts";

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
const remove =
  (by = ALICE, reason: string | null = null): Decide<{ readonly id: string }> =>
  (log) =>
    removeListing({ listingId: LISTING, by, reason }, listingIn(log));

const owner = [registered(), handedOver(platform, playerAccount(ALICE), HAT)];
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
      .when(remove(BOB, "Fake."))
      .then(listingRemoved({ ...removed, by: BOB, reason: "Fake." }));
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

describe("the ceiling of a price", () => {
  it("is ten times the value that counts, within the limit of any listing", () => {
    expect(ceilingOf(minor("1000.00"), minor("3.50"))).toBe(minor("35.00"));
    expect(ceilingOf(1n, 1n)).toBe(PRICE_LEAST);
    expect(ceilingOf(minor("99000000.00"), minor("3.50"))).toBe(PRICE_MOST);
    expect(ceilingOf(null, minor("3.50"))).toBe(PRICE_MOST);
  });
});
