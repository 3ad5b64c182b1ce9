import { describe, expect, it } from "vitest";
import { house, issuance, platform, playerAccount } from "../../accounts/account.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { minor } from "../../kernel/money.ts";
import { isTradeUrl } from "../../platform/trade-url.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import {
  approves,
  claims,
  DEPOSIT,
  DORA,
  EMIL,
  granted,
  hats,
  paying,
  people,
  ROOT,
  rbx,
  rejects,
  requests,
  reverses,
  writesOff,
} from "../../testing/deposits.ts";
import { carriedOut, type Decide, type GivenEvent, GivenLog, given, NOON } from "../../testing/given.ts";
import { catalogued, HAT, HAT_2, handedOver, holderIn, sightedIn, synced } from "../../testing/items.ts";
import { ALICE, flip, flipped, playerIn, registered } from "../../testing/players.ts";
import { CLAIM_MS } from "../roles/review.ts";
import { depositor } from "./depositor.ts";
import { depositReversed, receivableAccount } from "./events.ts";
import { OPEN_DEPOSITS_MAX } from "./rules.ts";

const alice = playerAccount(ALICE);
const receivable = receivableAccount(ALICE);

/** The events after some commands, on top of people and a catalogue. */
const done = (...steps: Parameters<typeof carriedOut>[1][]): readonly GivenEvent[] =>
  carriedOut(new GivenLog(), (log) => ({ events: [...people, catalogued], answer: { at: log.at } }), ...steps)
    .events;
const logOf = (events: readonly GivenEvent[]): GivenLog => {
  const log = new GivenLog();
  log.append(events);
  return log;
};

describe("requesting a deposit", () => {
  it("puts it into the queue and moves nothing", () => {
    given(...people)
      .when(requests(rbx("250.00")))
      .then({
        type: "DepositRequested",
        schemaVersion: 1,
        stream: "deposit:d_1",
        alsoIn: ["player:p_alice"],
        payload: {
          depositId: DEPOSIT,
          playerId: ALICE,
          wanted: { type: "rbx", asset: "RBX", amount: "25000" },
        },
        postings: [],
      });
  });

  it("is refused below 1.00, above 1,000,000.00, and for no copies or more than 100", () => {
    for (const amount of ["0.00", "0.99", "1000000.01"])
      given(...people).refuses(requests(rbx(amount)), "amount_out_of_range");
    for (const amount of ["1.00", "1000000.00"]) given(...people).answers(requests(rbx(amount)), {});
    for (const quantity of [0, -1, 101, 10 ** 9])
      given(...people, catalogued).refuses(requests(hats(quantity)), "amount_out_of_range");
  });

  it("is of the item that is asked for, up to 100 copies", () => {
    given(...people, catalogued)
      .when(requests({ type: "roblox_limited", itemId: 2, quantity: 100 }))
      .answers({ wanted: { type: "roblox_limited", itemId: 2, assetId: 102, quantity: 100 } });
  });

  it("is refused for an item missing in the catalogue, and for an unknown player", () => {
    given(...people).refuses(requests(hats(1)), "unknown_item");
    given().refuses(requests(rbx("1.00")), "unknown_player");
  });

  it(`is refused while ${OPEN_DEPOSITS_MAX} wait, and possible again once one is reviewed`, () => {
    const asked = Array.from({ length: OPEN_DEPOSITS_MAX }, (_, n) =>
      requests(rbx("5.00"), { depositId: `d_${n}` }),
    );
    given(...done(...asked)).refuses(requests(rbx("5.00"), { depositId: "d_x" }), "too_many_open");
    given(...done(...asked, rejects(DORA)))
      .when(requests(rbx("5.00"), { depositId: "d_x" }))
      .answers({ id: "d_x" });
  });
});

describe("a review", () => {
  const asked = done(requests(rbx("250.00")));

  it("credits the deposit in the event that completes it", () => {
    given(...asked)
      .when(approves(DORA, { note: "Welcome" }))
      .then({
        type: "DepositCompleted",
        schemaVersion: 1,
        stream: "deposit:d_1",
        alsoIn: ["player:p_alice", "player:p_dora"],
        payload: {
          depositId: DEPOSIT,
          playerId: ALICE,
          by: DORA,
          firstBy: null,
          note: "Welcome",
          credited: [],
          kept: [],
          value: "25000",
        },
        postings: [
          { account: issuance, asset: "RBX", delta: -25_000n },
          { account: alice, asset: "RBX", delta: 25_000n },
        ],
      })
      .answers({ status: "completed", approvals: 1 });
  });

  it("adds credits to the sums of the player, and of each admin who approved them", () => {
    const log = logOf(done(requests(rbx("20000.00")), approves(DORA), approves(EMIL)));
    expect(log.events.at(-1)?.alsoIn).toEqual([`player:${ALICE}`, `player:${DORA}`, `player:${EMIL}`]);
    const counted = [{ from: expect.any(Number), sum: "2000000" }];
    expect(depositor.of(playerIn(log, ALICE))).toMatchObject({ open: 0, credited: counted, approved: [] });
    for (const id of [DORA, EMIL])
      expect(depositor.of(playerIn(log, id))).toMatchObject({ open: 0, credited: [], approved: counted });
  });

  it("rejects with a note, and moves nothing", () => {
    const { decision } = given(...asked)
      .when(rejects(DORA))
      .answers({ status: "rejected" });
    if ("refused" in decision) throw new Error("It is accepted");
    expect(decision.events.flatMap(({ postings }) => postings)).toEqual([]);
    expect(decision.events[0]?.payload).toMatchObject({ note: "No trade came." });
  });

  it("is one admin's alone while claimed, and anybody's once the claim is over", () => {
    const claimed = done(requests(rbx("250.00")), claims(DORA));
    for (const act of [claims(EMIL), approves(EMIL), rejects(EMIL)] as Decide<JsonObject>[]) {
      given(...claimed).refuses(act, "claimed_by_other");
      given(...claimed)
        .at(NOON + CLAIM_MS - 1)
        .refuses(act, "claimed_by_other");
      given(...claimed)
        .at(NOON + CLAIM_MS)
        .answers(act, {});
    }
    given(...claimed)
      .at(NOON + 5)
      .answers(claims(DORA), { until: NOON + 5 + CLAIM_MS });
    given(...claimed).answers(approves(DORA), { status: "completed" });
  });

  it("has one effect, with any number of reviewers and decisions", () => {
    for (const first of [approves(DORA), rejects(DORA)] as Decide<JsonObject>[]) {
      for (const second of [
        approves(EMIL),
        rejects(EMIL),
        claims(EMIL),
        approves(DORA),
      ] as Decide<JsonObject>[])
        given(...done(requests(rbx("250.00")), first)).refuses(second, "already_reviewed");
    }
  });

  it("is for admins only, not for the deposit's player, and not while suspended", () => {
    const acts = (id: string) =>
      [claims(id), approves(id), rejects(id), reverses(id), writesOff(id)] as Decide<JsonObject>[];
    for (const act of acts(ALICE)) given(...asked).refuses(act, "forbidden");
    for (const act of acts(ALICE)) given(...asked, granted(ALICE, "moderator")).refuses(act, "forbidden");
    for (const act of acts(ALICE)) given(...asked, granted(ALICE)).refuses(act, "own_deposit");
    const suspended = {
      type: "PlayerSuspended",
      schemaVersion: 1,
      stream: `player:${DORA}`,
      payload: { by: ROOT, reason: "r" },
      postings: [],
    } as const;
    for (const act of acts(DORA)) given(...asked, suspended).refuses(act, "forbidden");
    for (const act of acts(DORA)) given(...people).refuses(act, "unknown_deposit");
    given(...asked).answers(approves(ROOT), { status: "completed" });
  });

  it("of more than 10,000.00 needs a second admin with a fresh sign-in, and credits once", () => {
    given(...done(requests(rbx("10000.00")))).answers(approves(DORA), { status: "completed" });
    const first = given(...done(requests(rbx("10000.01"))))
      .when(approves(DORA))
      .answers({ status: "pending", approvals: 1 });
    if ("refused" in first.decision) throw new Error("It is accepted");
    expect(first.decision.events.flatMap(({ postings }) => postings)).toEqual([]);
    const approved = done(requests(rbx("10000.01")), claims(DORA), approves(DORA));
    given(...approved).refuses(approves(DORA), "second_admin_needed");
    given(...approved).answers(approves(EMIL), { status: "completed", approvals: 2 });
    const both = logOf([...done(requests(rbx("10000.01")), approves(DORA), approves(EMIL))]);
    expect(both.holding(alice, "RBX")).toBe(minor("11000.01"));
  });

  it("takes the threshold for a second admin from the settings", () => {
    given(...asked)
      .when(approves(DORA, { secondApprovalAbove: minor("249.99") }))
      .answers({ status: "pending", approvals: 1 });
  });
});

describe("a deposit of items", () => {
  it("credits copies that nobody has, and they are in custody", () => {
    const log = logOf(done(requests(hats(2)), approves(DORA, { instances: ["1", "2"] }), approves(EMIL)));
    expect([holderIn(log, HAT), holderIn(log, HAT_2), sightedIn(log, HAT)]).toEqual([alice, alice, null]);
    carriedOut(log, synced(ALICE, []));
    expect(holderIn(log, HAT)).toBe(alice);
  });

  it("turns synced copies into custody instead of crediting them again", () => {
    const log = logOf(
      done(synced(ALICE, [HAT, HAT_2]), requests(hats(2)), approves(DORA, { instances: ["1", "2"] })),
    );
    expect(log.holding(platform, HAT)).toBe(-1n);
    expect([log.holding(alice, HAT), log.holding(alice, HAT_2)]).toEqual([1n, 1n]);
    expect(sightedIn(log, HAT)).toBeNull();
    carriedOut(log, synced("p_bob", [HAT]), synced(ALICE, []));
    expect(holderIn(log, HAT)).toBe(alice);
  });

  it("is refused for copies that are staked, held for good, or another player's, and names them", () => {
    const asked = done(requests(hats(1)));
    const refused = (...events: readonly GivenEvent[]) => {
      const { decision } = given(...asked, ...events)
        .when(approves(DORA, { instances: ["1"] }))
        .refused("copies_not_free");
      expect(decision).toMatchObject({ refused: { facts: { copies: [HAT] } } });
    };
    refused(handedOver(platform, "escrow:game_1", HAT));
    refused(handedOver(platform, alice, HAT));
    refused(handedOver(platform, "house", HAT));
    refused(handedOver(platform, playerAccount("p_bob"), HAT));
    const staked = done(synced(ALICE, [HAT]), requests(hats(1)));
    given(...staked, handedOver(alice, "escrow:game_1", HAT))
      .when(approves(DORA, { instances: ["1"] }))
      .refused("copies_not_free");
  });

  it("is refused unless the requested number of different copies is named", () => {
    const asked = done(requests(hats(2)));
    for (const instances of [null, [], ["1"], ["1", "1"], ["1", "2", "3"], ["1", "a b"], ["1", ""]])
      given(...asked).refuses(approves(DORA, { instances }), "wrong_copies");
    given(...done(requests(rbx("1.00")))).refuses(approves(DORA, { instances: ["1"] }), "wrong_copies");
  });

  it("of great value needs the same copies twice", () => {
    const secondApprovalAbove = minor("99.99");
    const first = approves(DORA, { instances: ["1", "2"], secondApprovalAbove });
    given(...done(requests(hats(2)))).answers(first, { approvals: 1 });
    const approved = done(requests(hats(2)), first);
    given(...approved).refuses(approves(EMIL, { instances: ["1", "3"] }), "wrong_copies");
    given(...approved).answers(approves(EMIL), { status: "completed" });
    given(...approved).answers(approves(EMIL, { instances: ["2", "1"] }), { status: "completed" });
  });
});

describe("reversing a deposit", () => {
  const completed = (amount = "250.00") => [requests(rbx(amount)), approves(DORA)] as const;
  /** Alice loses part of her balance. */
  const loses = (amount: string) => (log: GivenLog) => ({
    events: [flipped({ stake: minor(amount), nonce: log.events.length })],
    answer: {},
  });

  it("takes the free part, all of it if it is there", () => {
    given(...done(...completed())).answers(reverses(EMIL), { taken: "25000", owed: "0" });
    const log = logOf(done(...completed(), reverses(EMIL)));
    expect(log.holding(alice, "RBX")).toBe(minor("1000.00"));
    expect(depositor.of(playerIn(log)).debts).toMatchObject([]);
    given(...log.events).answers(flip("rbx", "1.00"), {});
  });

  it("turns the rest into a debt, for which the house sets the money aside", () => {
    const log = logOf(done(...completed(), loses("1100.00"), reverses(EMIL)));
    expect(log.holding(alice, "RBX")).toBe(0n);
    expect(log.holding(receivable, "RBX")).toBe(minor("100.00"));
    expect(log.holding(house, "RBX")).toBe(minor("1000.00"));
    expect(depositor.of(playerIn(log)).debts).toEqual([
      { depositId: DEPOSIT, asset: "RBX", amount: "10000", by: EMIL },
    ]);
  });

  it("blocks every stake until the debt is settled", () => {
    const owing = [...done(...completed(), loses("1100.00"), reverses(EMIL))];
    given(...owing)
      .when(flip("tix", "1.00"))
      .refused(
        "debt_open",
        "You owe 100.00 RBX from a deposit that was taken back. You can bet again once that is settled.",
      );
    given(...owing, handedOver(platform, alice, HAT)).refuses(flipForItems(worth("5000", HAT)), "debt_open");
  });

  it("names what is owed in each currency", () => {
    const owed = (asset: "RBX" | "TIX", amount: string) =>
      depositReversed({
        ...{ depositId: `d_${asset}${amount}`, playerId: ALICE, by: EMIL, reason: "r", copies: [] },
        ...{ asset, taken: "0", owed: amount },
      });
    const refusal = (...debts: readonly GivenEvent[]) =>
      given(...people, ...debts)
        .when(flip("tix", "1.00"))
        .refused("debt_open").decision;
    const said = (text: string) => ({ refused: { detail: expect.stringContaining(`You owe ${text} from`) } });
    expect(refusal(owed("TIX", "1"))).toMatchObject(said("0.01 TIX"));
    expect(refusal(owed("RBX", "1"), owed("TIX", "250"), owed("RBX", "2"))).toMatchObject(
      said("0.03 RBX and 2.50 TIX"),
    );
  });

  it("lets income pay the debt first, in full or in part", () => {
    const owing = [...completed(), loses("1100.00"), reverses(EMIL)] as const;
    const more = (amount: string) => {
      const next = { depositId: "d_2" };
      return [requests(rbx(amount), next), approves(DORA, next)] as const;
    };
    const part = logOf(done(...owing, ...more("40.00")));
    expect([part.holding(alice, "RBX"), part.holding(receivable, "RBX")]).toEqual([0n, minor("60.00")]);
    given(...part.events).refuses(flip("tix", "1.00"), "debt_open");
    const all = logOf(done(...owing, ...more("140.00")));
    expect([all.holding(alice, "RBX"), all.holding(receivable, "RBX")]).toEqual([minor("40.00"), 0n]);
    // The house gets back what it set aside, and keeps what it won.
    expect(all.holding(house, "RBX")).toBe(minor("1100.00"));
    given(...all.events).answers(flip("tix", "1.00"), {});
  });

  it("is not paid by moves between the player's own accounts", () => {
    const log = logOf(done(...completed(), loses("1100.00"), reverses(EMIL)));
    const back = handedOver(platform, alice, HAT);
    expect(paying({ events: [back], answer: {} }, log)).toEqual({ events: [back], answer: {} });
  });

  it("can be written off by another admin than the one who reversed it", () => {
    const owing = done(...completed(), loses("1100.00"), reverses(EMIL));
    given(...owing).refuses(writesOff(EMIL), "second_admin_needed");
    given(...owing).answers(writesOff(DORA), { amount: "10000" });
    const log = logOf(done(...completed(), loses("1100.00"), reverses(EMIL), writesOff(DORA)));
    expect([log.holding(receivable, "RBX"), log.holding(house, "RBX")]).toEqual([0n, minor("1000.00")]);
    given(...log.events).answers(flip("tix", "1.00"), {});
    given(...log.events).refuses(writesOff(DORA), "nothing_owed");
  });

  it("happens once, and only to a credited deposit", () => {
    given(...done(...completed(), reverses(EMIL))).refuses(reverses(DORA), "not_completed");
    given(...done(requests(rbx("5.00")))).refuses(reverses(DORA), "not_completed");
    given(...done(requests(rbx("5.00")), rejects(DORA))).refuses(reverses(DORA), "not_completed");
  });

  it("of items takes all copies or none, and names those that are not free", () => {
    const items = [
      synced(ALICE, [HAT]),
      requests(hats(2)),
      approves(DORA, { instances: ["1", "2"] }),
      approves(EMIL),
    ] as const;
    const gone = given(...done(...items), handedOver(alice, "escrow:game_1", HAT_2))
      .when(reverses(EMIL))
      .refused("copies_not_free");
    expect(gone.decision).toMatchObject({ refused: { facts: { copies: [HAT_2] } } });
    const log = logOf(done(...items, reverses(EMIL)));
    expect([holderIn(log, HAT), holderIn(log, HAT_2)]).toEqual([null, null]);
    carriedOut(log, synced("p_bob", [HAT]));
    expect(holderIn(log, HAT)).toBe("player:p_bob");
  });
});

describe("a suspended player", () => {
  it("can neither stake nor deposit, and can once it is lifted", () => {
    const act = (type: string): GivenEvent => ({
      type,
      schemaVersion: 1,
      stream: "player:p_alice",
      payload: { by: ROOT, reason: "r" },
      postings: [],
    });
    const suspended = [registered(), catalogued, act("PlayerSuspended")];
    given(...suspended).refuses(flip("rbx", "1.00"), "suspended");
    given(...suspended).refuses(requests(rbx("5.00")), "suspended");
    const lifted = [...suspended, act("SuspensionLifted")];
    given(...lifted).answers(flip("rbx", "1.00"), {});
    given(...lifted).answers(requests(rbx("5.00")), {});
  });
});

describe("the address of a trade", () => {
  it.each([
    "https://www.roblox.com/trades/1",
    "https://roblox.com",
    "https://web.roblox.com?trade=1",
    "HTTPS://WWW.ROBLOX.COM/users/1/trade",
  ])("may be %s", (text) => expect(isTradeUrl(text, null)).toBe(true));

  it.each([
    "javascript:alert(1)",
    "http://www.roblox.com/trades/1",
    "https://evil.example/roblox.com",
    "https://roblox.com.evil.example/",
    "https://evilroblox.com/",
    "https://roblox.com@evil.example/",
    "https://www.roblox.com:8443/",
    "https://www.roblox.com\\@evil.example/",
    "https://www.roblox.com/a b",
    "https://user:pass@www.roblox.com/",
    "data:text/html,https://www.roblox.com/",
    " https://www.roblox.com/",
    "https://www.roblox.com/\u0000",
    `https://www.roblox.com/${"x".repeat(500)}`,
    "//www.roblox.com/",
    "http://localhost:3001/trades/1",
    "",
  ])("is not %s", (text) => expect(isTradeUrl(text, null)).toBe(false));

  it("may be at the platform's stand-in, and at no similar address", () => {
    expect(isTradeUrl("http://localhost:3001/trades/1", "http://localhost:3001")).toBe(true);
    expect(isTradeUrl("http://localhost:3001.evil.example/", "http://localhost:3001")).toBe(false);
    expect(isTradeUrl("http://localhost:3001@evil.example/", "http://localhost:3001")).toBe(false);
  });
});
