import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import { custodyArrived, custodyEnded, depositReversed } from "#domain/features/deposits/events.ts";
import { proposalConfirmed, proposalMade } from "#domain/features/proposals/events.ts";
import { withCustody } from "#domain/features/transits/copies.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import { LEAF_TAG } from "#domain/ledger/leaf.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import {
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  transitArrived,
  transitClosed,
  transitLeft,
} from "#domain/ledger/transit/transit-events.ts";
import { approves, DORA, hats, people, ROOT, requests } from "#domain/testing/deposits.ts";
import { carriedOut, GivenLog, NOON } from "#domain/testing/given.ts";
import { catalogued, HAT, HAT_2, handedOver } from "#domain/testing/items.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { problemWhereverEnding } from "#service/lab/testing/logs/checked-events.ts";

const DEPOSIT = "d_1";
const way = { sender: house, receiver: house, purpose: "" };
const leaves = (custody = DEPOSIT, asset: string = HAT, id = "1-c1") =>
  transitLeft({ ...way, id, to: 2, things: [{ asset, origin: { custody, serial: 7 } }] });
const ended = custodyEnded({ depositId: DEPOSIT, copy: HAT });
const sendItem = { kind: "send_item", to: 2, copy: HAT, assetId: 101, depositId: DEPOSIT, serial: 7 };
const proposed = (act: object = {}) =>
  proposalMade({
    ...{ proposalId: "c1", by: ROOT, reason: "r", expiresAt: NOON + 1 },
    act: { ...sendItem, ...act },
  });
const confirmed = proposalConfirmed({ proposalId: "c1", kind: "send_item", by: DORA });
/** The two admins' events before a copy leaves. */
const byTwo = [proposed(), confirmed];

/** The check's problem with a log that has the house's hat in custody, after some events. */
function problemAfter(...events: readonly NewEvent[]): string | null {
  const log = new GivenLog();
  log.append([...people, catalogued]);
  const instances = ["1"];
  carriedOut(log, requests(hats(1)), approves(ROOT, { instances }), approves(DORA, { instances }));
  log.append([handedOver(playerAccount(ALICE), house, HAT), ...events]);
  const before = log.events.slice();
  log.append([registered("p_late")]);
  return problemWhereverEnding(before, log.events.at(-1) as RecordedEvent);
}

/** The receipt of a departure from log 2, as far as one log can check it alone. */
function receiptOf(
  payload: JsonObject,
  type: string = transitLeft.type,
  schemaVersion = type === thingGone.type || type === thingGoneKnown.type ? 1 : transitLeft.version,
) {
  const bytes = Buffer.from(canonicalJson({ type, schemaVersion, payload }));
  const leaf = createHash("sha256").update(Uint8Array.of(LEAF_TAG)).update(bytes).digest("hex");
  return { ...transitArrived.example().payload.receipt, event: bytes.toString("base64"), leaf };
}
const departure = transitLeft({
  ...way,
  ...{ id: "2-x", to: 1 },
  things: [{ asset: HAT_2, origin: { custody: "d_9", serial: 3 } }],
}).payload;
const arrives = (receipt = receiptOf(departure)) =>
  transitArrived({ id: "2-x", things: [{ asset: HAT_2, back: null }], receipt, receiver: house });
const taken = { copy: HAT_2, depositId: "2-x", log: 2, custodyId: "d_9", serial: 3, homeId: null } as const;
const NOT_CONFIRMED = "TransitLeft needs a second admin, who has not confirmed it.";
const NOT_AGREED = "TransitLeft is not what was proposed and confirmed.";
const NOT_TAKEN = "A copy from another log was not taken into custody as its departure says.";

describe("a copy recorded as gone from the site", () => {
  const { receipt } = transitArrived.example().payload;
  const closing = transitClosed({ id: "1-c1", things: [{ asset: HAT }], to: 2, receipt });
  const closed = [...byTwo, ended, leaves(), closing];
  const said = { id: "1-c1", asset: HAT } as const;
  const proof = (of: JsonObject = said, type: string = thingGone.type, log = "2") => {
    const shown = receiptOf(of, type);
    return { ...shown, head: { ...shown.head, log } };
  };
  const known = (isBack = false, by = proof()) => thingGoneKnown({ ...said, receipt: by, isBack });
  const wrong = "A copy is recorded as gone that did not leave by this transit.";

  it("is recorded once, and frees nothing if it had come back", () => {
    expect(problemAfter(...closed, known())).toBeNull();
    expect(problemAfter(...closed, known(true))).toBe(wrong);
    expect(problemAfter(...closed, known(), known())).toBe(wrong);
    expect(problemAfter(...closed.slice(0, -1), known())).toBe(wrong);
    const back = receiptOf({
      ...departure,
      things: [{ asset: HAT, origin: { custody: "1-c1", serial: 7 } }],
    });
    const cameBack = [
      transitArrived({ id: "2-x", things: [{ asset: HAT, back: "1-c1" }], receipt: back, receiver: house }),
      custodyArrived({ ...taken, copy: HAT, custodyId: "1-c1", serial: 7, homeId: DEPOSIT }),
    ];
    expect(problemAfter(...closed, ...cameBack, known(true))).toBeNull();
    expect(problemAfter(...closed, ...cameBack, known())).toBe(wrong);
  });

  it("is proved by the log that it went to, for this very copy", () => {
    for (const by of [
      proof({ ...said, asset: HAT_2 }),
      proof({ ...said, id: "1-c2" }),
      proof(said, thingGoneTold.type),
      proof(said, thingGone.type, "3"),
      { ...proof(), leaf: "00".repeat(32) },
    ])
      expect(problemAfter(...closed, known(false, by))).toBe(wrong);
  });

  it("is reported to the log that it came from, under the transit it came by", () => {
    const came = [arrives(), custodyArrived(taken)];
    const on = [proposed({ copy: HAT_2 }), confirmed, custodyEnded({ depositId: "2-x", copy: HAT_2 })];
    const sentOn = [
      ...on,
      leaves("2-x", HAT_2),
      transitClosed({ id: "1-c1", things: [{ asset: HAT_2 }], to: 2, receipt }),
    ];
    const gone = { id: "1-c1", asset: HAT_2 } as const;
    const heard = thingGoneKnown({ ...gone, receipt: proof(gone), isBack: false });
    const events = [...came, ...sentOn, heard];
    const tells = (id: string, asset: string = HAT_2) => thingGone({ id, asset });
    expect(problemAfter(...events, tells("2-x"))).toBeNull();
    const untold = "A copy is recorded as gone, but not reported to the log it came from.";
    expect(problemAfter(...events)).toBe(untold);
    expect(problemAfter(...events, tells("2-y"))).toBe(untold);
    expect(problemAfter(...events, tells("2-x", HAT))).toBe(untold);
    // A copy from no other log is reported to none.
    expect(problemAfter(...closed, known(), tells("2-x", HAT))).toBe(
      "A copy was reported as gone but did not leave the site.",
    );
  });
});

describe("a report of a copy as gone", () => {
  const said = { id: "2-x", asset: HAT_2 } as const;
  const known = (of: JsonObject = said, { type = thingGoneKnown.type as string, log = "2" } = {}) => {
    const shown = receiptOf({ ...of, isBack: false, receipt: receiptOf(departure) }, type);
    return { ...shown, head: { ...shown.head, log } };
  };
  const told = (receipt: ReturnType<typeof known> | null = known()) => thingGoneTold({ ...said, receipt });
  const wrong = "A report of a gone copy ended without proof from the log it came from.";

  it("ends with a receipt of the log that the copy came from", () => {
    expect(problemAfter(told())).toBeNull();
    for (const receipt of [
      known({ ...said, asset: HAT }),
      known({ ...said, id: "2-y" }),
      known(said, { type: thingGone.type }),
      known(said, { log: "3" }),
      { ...known(), leaf: "00".repeat(32) },
      null,
    ])
      expect(problemAfter(told(receipt))).toBe(wrong);
  });

  it("had no receipt in the first version", () => {
    expect(problemAfter({ ...told(null), schemaVersion: 1, payload: { ...said } })).toBeNull();
  });
});

describe("a copy that left", () => {
  it("is accepted if its custody ended just before", () => {
    expect(problemAfter(...byTwo, ended, leaves())).toBeNull();
  });

  it.each([
    ["nobody confirmed it", [proposed()], NOT_CONFIRMED],
    ["nobody proposed it", [confirmed], "A proposal was confirmed that was not open."],
    [
      "its proposer confirmed it",
      [proposed(), { ...confirmed, payload: { ...confirmed.payload, by: ROOT } }],
      "A proposal was confirmed by the admin who had made it.",
    ],
    ["another copy was proposed", [proposed({ copy: HAT_2 }), confirmed], NOT_AGREED],
    ["another log was proposed", [proposed({ to: 3 }), confirmed], NOT_AGREED],
    [
      "another act was proposed",
      [
        proposed({ kind: "lift_override", value: "1", before: "1" }),
        { ...confirmed, payload: { ...confirmed.payload, kind: "lift_override" } },
      ],
      NOT_CONFIRMED,
    ],
    ["its id differs", [proposed(), confirmed], NOT_AGREED, "1-c2"],
  ])("is rejected without two admins: %s", (_, before, problem, id = "1-c1") => {
    expect(problemAfter(...before, ended, leaves(DEPOSIT, HAT, id))).toBe(problem);
  });

  it("is rejected if it stays in custody, or another custody ended", () => {
    expect(problemAfter(leaves())).toBe("A copy left this log but stayed in custody.");
    expect(problemAfter(ended, leaves("d_2"))).toBe("Custody ended without a withdrawal.");
    expect(problemAfter(ended, leaves(DEPOSIT, HAT_2))).toBe("Custody ended without a withdrawal.");
    expect(problemAfter(...byTwo, ended, leaves(), ended, leaves())).toBe(`${HAT} is not in that custody.`);
  });

  it("is rejected from or to a player", () => {
    const player = playerAccount(ALICE);
    const asOther = (change: { readonly sender?: string; readonly receiver?: string }) =>
      transitLeft({
        ...way,
        ...{ id: "1-c1", to: 2, things: [{ asset: HAT, origin: { custody: DEPOSIT, serial: 7 } }] },
        ...change,
      });
    const problem = "Something went to another log from or to a player.";
    expect(problemAfter(ended, asOther({ receiver: player }))).toBe(problem);
    const back = handedOver(house, player, HAT);
    expect(problemAfter(back, ended, asOther({ sender: player }))).toBe(problem);
    const money = (change: object) =>
      transitLeft({ ...way, ...{ id: "1-c1", to: 2, asset: "RBX", amount: "1000" }, ...change });
    for (const change of [{ receiver: player }, { receiver: "escrow:2-c1" }, { sender: player }])
      expect(problemAfter(money(change))).toBe(problem);
  });

  it("is rejected if its postings do not match", () => {
    const postings: readonly Posting[] = leaves().postings.map((leg) => ({ ...leg, asset: HAT_2 }));
    const problem = "TransitLeft stands elsewhere or moves something else than it says.";
    expect(problemAfter(ended, { ...leaves(), postings })).toBe(problem);
  });
});

it("copies that leave together are rejected if one of them stays in custody, or another's ended", () => {
  const [one, other] = [
    custodyArrived({ ...taken, depositId: "2-x" }),
    custodyEnded({ depositId: "2-x", copy: HAT_2 }),
  ];
  const events = [arrives(), one];
  const both = (first: string, second: string) =>
    transitLeft({
      ...{ id: "1-c1", to: 2, sender: "escrow:1-c1", receiver: "player:guest.1-c1", purpose: "" },
      things: [
        { asset: HAT, origin: { custody: first, serial: 7 } },
        { asset: HAT_2, origin: { custody: second, serial: 3 } },
      ],
    });
  expect(problemAfter(...events, ended, both(DEPOSIT, "2-x"))).toBe("Custody ended without a withdrawal.");
  expect(problemAfter(...events, other, ended, both(DEPOSIT, "2-x"))).toBe(
    "Custody ended without a withdrawal.",
  );
  // This departure is not a player's stake.
  expect(problemAfter(...events, ended, other, both(DEPOSIT, "2-x"))).toBe(
    "Something other than a stake left for another log.",
  );
});

it("a copy reported as gone is rejected if it has not left the site", () => {
  expect(problemAfter(thingGone({ id: "2-x", asset: HAT }))).toBe(
    "A copy was reported as gone but did not leave the site.",
  );
});

describe("a copy that arrived", () => {
  it("is accepted if taken into custody as its departure says, and leaves by that custody", () => {
    const decision = { events: [arrives()], answer: { id: "2-x" } };
    const came = withCustody({
      ...{ departure, log: 2, decision },
      ground: { transitOf: () => ({ is: "unknown" }), depositOf: () => ({ status: "absent" }) },
    });
    const events = "events" in came ? came.events : [];
    const over = custodyEnded({ depositId: "2-x", copy: HAT_2 });
    const sent = [proposed({ copy: HAT_2 }), confirmed];
    expect(problemAfter(...events, ...sent, over, leaves("2-x", HAT_2))).toBeNull();
    expect(problemAfter(...events, leaves("2-x", HAT_2))).toBe("A copy left this log but stayed in custody.");
  });

  it("is accepted if its departure or its arrival is of the first version", () => {
    const alone = { amount: "1", asset: HAT_2 };
    const { things: _, ...left } = { ...departure, things: undefined };
    const receipt = receiptOf(
      { ...left, ...alone, origin: { custody: "d_9", serial: 3 } },
      transitLeft.type,
      1,
    );
    expect(problemAfter(arrives(receipt), custodyArrived(taken))).toBeNull();
    const payload = { id: "2-x", receipt, receiver: house, ...alone, isBack: false };
    const arrived = { ...arrives(receipt), schemaVersion: 1, payload };
    expect(problemAfter(arrived, custodyArrived(taken))).toBeNull();
  });

  it("names its earlier departure, except in the first version", () => {
    const { receipt } = transitArrived.example().payload;
    const things = [{ asset: HAT }];
    const away = [...byTwo, ended, leaves(), transitClosed({ id: "1-c1", things, to: 2, receipt })];
    const back = receiptOf({
      ...departure,
      things: [{ asset: HAT, origin: { custody: "1-c1", serial: 7 } }],
    });
    const came = { id: "2-x", receipt: back, receiver: house };
    const unnamed = transitArrived({ ...came, things: [{ asset: HAT, back: "unnamed" }] });
    const kept = custodyArrived({ ...taken, copy: HAT, custodyId: "1-c1", serial: 7, homeId: DEPOSIT });
    expect(problemAfter(...away, unnamed, kept)).toBe("A copy came back without naming its departure.");
    const payload = { ...came, amount: "1", asset: HAT, isBack: true };
    const earlier = { ...unnamed, schemaVersion: 1, payload };
    expect(problemAfter(...away, earlier, custodyArrived({ ...kept.payload, homeId: null }))).toBeNull();
  });

  it("is reversed with its deposit once it is home, and reported to the log that it came from", () => {
    const { receipt } = transitArrived.example().payload;
    const closed = transitClosed({ id: "1-c1", things: [{ asset: HAT }], to: 2, receipt });
    const things = [{ asset: HAT, origin: { custody: "1-c1", serial: 7 } }];
    const came = { id: "2-x", receipt: receiptOf({ ...departure, things }), receiver: house };
    const home = [
      ...[...byTwo, ended, leaves(), closed],
      transitArrived({ ...came, things: [{ asset: HAT, back: "1-c1" }] }),
      custodyArrived({ ...taken, copy: HAT, custodyId: "1-c1", serial: 7, homeId: DEPOSIT }),
      handedOver(house, playerAccount(ALICE), HAT),
    ];
    const of = { depositId: DEPOSIT, playerId: ALICE, by: ROOT, reason: "r" };
    const reversed = depositReversed({ ...of, asset: null, taken: "0", owed: "0", copies: [HAT] });
    const over = custodyEnded({ depositId: "2-x", copy: HAT });
    const told = thingGone({ id: "2-x", asset: HAT });
    expect(problemAfter(...home, over, reversed, told)).toBeNull();
    const notTold = "A copy left the site, but this was not reported to the log it came from.";
    expect(problemAfter(...home, over, reversed)).toBe(notTold);
    expect(problemAfter(...home, over, reversed, thingGone({ id: "2-x", asset: HAT_2 }))).toBe(notTold);
    const withoutWithdrawal = "Custody ended without a withdrawal.";
    const another = depositReversed({ ...reversed.payload, copies: [HAT_2] });
    expect(problemAfter(...home, over, another, told)).toBe(withoutWithdrawal);
    expect(problemAfter(...home, over, told)).toBe(withoutWithdrawal);
    expect(problemAfter(...home, reversed)).toBe("A copy was reversed but stays in custody.");
  });

  it("is rejected if custody was not begun, begun differently, or begun without an arrival", () => {
    expect(problemAfter(arrives())).toBe(NOT_TAKEN);
    for (const change of [
      { serial: 4 },
      { custodyId: "d_8" },
      { log: 3 },
      { depositId: "2-y" },
      { copy: HAT },
      { homeId: DEPOSIT },
    ])
      expect(problemAfter(arrives(), custodyArrived({ ...taken, ...change }))).toBe(NOT_TAKEN);
    expect(problemAfter(custodyArrived(taken))).toBe(NOT_TAKEN);
  });

  it("is rejected if its receipt shows another departure, none, or bytes that do not match its leaf", () => {
    const wrong = [
      receiptOf({ ...departure, things: [{ asset: HAT, origin: { custody: "d_9", serial: 3 } }] }),
      receiptOf({ ...departure, id: "2-y" }),
      receiptOf({ ...departure, receiver: playerAccount(ALICE) }),
      receiptOf(departure, "TransitClosed"),
      { ...receiptOf(departure), leaf: "00".repeat(32) },
    ];
    for (const receipt of wrong)
      expect(problemAfter(arrives(receipt), custodyArrived(taken))).toBe(
        "A copy arrived with a receipt that does not show it.",
      );
  });
});
