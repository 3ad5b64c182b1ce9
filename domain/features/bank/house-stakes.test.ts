import { describe, expect, it } from "vitest";
import { issuance, platform, playerAccount } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { minor } from "../../kernel/money.ts";
import { move } from "../../ledger/posting.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import { approves, people, ROOT, rbx, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, GivenLog, given } from "../../testing/given.ts";
import { HAT, handedOver } from "../../testing/items.ts";
import { ALICE, banked, enriched, flip, registered } from "../../testing/players.ts";
import { standInSeeds } from "../../testing/seeds.ts";
import { set } from "../../testing/settings.ts";

const rich = [registered(), enriched(minor("1000000.00"))];
const showsRbx = standInSeeds(() => "rbx");

describe("a flip against the house", () => {
  it("is refused when its largest loss exceeds a hundredth of the bank in that currency", () => {
    given(banked("1000000.00"), ...rich).answers(flip("rbx", "10256.42"), { won: true });
    given(banked("1000000.00"), ...rich)
      .when(flip("rbx", "10256.43"))
      .refused("bank_limit", "The largest RBX stake the house takes at the moment is 10,256.42.");
    given(banked("1000000.00"), ...rich)
      .when(flip("tix", "10256.43"))
      .refused("bank_limit", "The largest TIX stake the house takes at the moment is 10,256.42.");
  });

  it("is checked against the share that admins have set", () => {
    given(banked("1000000.00"), ...rich, set({ bankRisk: "1000" }))
      .when(flip("rbx", "100000.00"))
      .answers({ won: true });
    given(banked("1000000.00"), ...rich, set({ bankRisk: "1" }))
      .when(flip("rbx", "102.58"))
      .refused("bank_limit", "The largest RBX stake the house takes at the moment is 102.57.");
  });

  it("is refused, however small, while the bank is below its floor", () => {
    const poor = [banked("99999.99"), ...rich];
    given(...poor)
      .when(flip("rbx", "1.00"))
      .refused("bank_limit", "The house takes no RBX stakes at the moment: the largest is 0.00.");
    given(...poor).refuses(flip("tix", "1.00"), "bank_limit");
    given(...poor, set({ bankFloor: "0" })).answers(flip("rbx", "1.00"), { won: true });
  });

  it("that brings the bank below its floor reports that once for each fall, not for each refused bet", () => {
    const log = new GivenLog(showsRbx);
    log.append([banked("100000.50"), ...rich]);
    carriedOut(log, flip("rbx", "1.00"));
    expect(log.events.at(-2)).toMatchObject({
      type: "BankFellBelowFloor",
      payload: { currency: "RBX", bank: "9999953", floor: "10000000" },
      postings: [],
    });
    given(...log.events).refuses(flip("rbx", "1.00"), "bank_limit");
    log.append([banked("1.00")]);
    carriedOut(log, flip("rbx", "1.00"));
    expect(log.events.filter(({ type }) => type === "BankFellBelowFloor")).toHaveLength(2);
  });

  it("that the house wins, or that leaves it at the floor, reports nothing", () => {
    for (const [funds, seeds] of [
      ["100000.00", standInSeeds(() => "tix")],
      ["100000.97", showsRbx],
    ] as const) {
      const log = new GivenLog(seeds);
      log.append([banked(funds), ...rich]);
      carriedOut(log, flip("rbx", "1.00"));
      expect(log.events.slice(-2).map(({ type }) => type)).not.toContain("BankFellBelowFloor");
    }
  });
});

describe("a flip for items against the bot", () => {
  it("is refused when what it wins exceeds a hundredth of the bank's RBX", () => {
    const bank = [banked("1000000.00"), registered(), handedOver(platform, playerAccount(ALICE), HAT)];
    given(...bank).answers(flipForItems(worth("1250001", HAT)), { won: true });
    given(...bank)
      .when(flipForItems(worth("1250002", HAT)))
      .refused("bank_limit", "The largest RBX stake the house takes at the moment is 12,500.01.");
  });
});

describe("a bank that a flip for items brings below its floor", () => {
  const items = [
    registered(),
    handedOver(platform, playerAccount(ALICE), HAT),
    set({ bankFloor: "100000000" }),
  ];
  const flips = (funds: string, shows: "rbx" | "tix") => {
    const log = new GivenLog(standInSeeds(() => shows));
    log.append([banked(funds), ...items]);
    carriedOut(log, flipForItems(worth("1000000", HAT)));
    return log.events.slice(-2).map(({ type, payload }) => [type, payload.bank]);
  };

  it("reports that, and only if it is below", () => {
    expect(flips("1007999.99", "rbx")[0]).toEqual(["BankFellBelowFloor", "99999999"]);
    expect(flips("1008000.00", "rbx").map(([type]) => type)).not.toContain("BankFellBelowFloor");
    expect(flips("1000000.00", "tix").map(([type]) => type)).not.toContain("BankFellBelowFloor");
  });
});

describe("a reversed deposit", () => {
  const spent: NewEvent = {
    ...enriched(0n),
    postings: move({ from: playerAccount(ALICE), to: issuance, asset: "RBX", amount: minor("6000.00") }),
  };
  const spentAll = (funds: string): GivenLog => {
    const log = new GivenLog();
    log.append([banked(funds), ...people]);
    carriedOut(log, requests(rbx("5000.00")), approves(ROOT));
    log.append([spent]);
    return log;
  };

  it("never brings the bank below zero for a debt", () => {
    given(...spentAll("4999.99").events)
      .when(reverses(ROOT))
      .refused(
        "bank_too_low",
        "The bank holds 4,999.99 RBX: too little to set aside the 5,000.00 that would be owed.",
      );
    given(...spentAll("5000.00").events).answers(reverses(ROOT), { owed: "500000" });
  });

  it("reports no bank that is below the floor already", () => {
    const log = carriedOut(spentAll("99999.99"), reverses(ROOT));
    expect(log.events.map(({ type }) => type)).not.toContain("BankFellBelowFloor");
  });

  it("reports a bank that it brings below the floor", () => {
    const log = carriedOut(spentAll("104999.99"), reverses(ROOT));
    expect(log.events.at(-2)).toMatchObject({
      type: "BankFellBelowFloor",
      payload: { currency: "RBX", bank: "9999999", floor: "10000000" },
    });
  });
});
