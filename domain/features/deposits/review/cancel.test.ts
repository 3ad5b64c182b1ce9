import { describe, expect, it } from "vitest";
import {
  approves,
  cancels,
  claims,
  DEPOSIT,
  DORA,
  EMIL,
  hats,
  people,
  ROOT,
  rbx,
  rejects,
  requests,
} from "../../../testing/deposits.ts";
import { carriedOut, type GivenEvent, GivenLog, given, NOON } from "../../../testing/given.ts";
import { catalogued } from "../../../testing/items.ts";
import { ALICE, playerIn } from "../../../testing/players.ts";
import { CLAIM_MS } from "../../roles/review.ts";
import { depositor } from "../depositor.ts";
import { OPEN_DEPOSITS_MAX } from "../rules.ts";

/** The events after some commands, on top of people and a catalogue. */
const done = (...steps: Parameters<typeof carriedOut>[1][]): readonly GivenEvent[] =>
  carriedOut(new GivenLog(), () => ({ events: [...people, catalogued], answer: {} }), ...steps).events;
const asked = done(requests(rbx("250.00")));

describe("cancelling a deposit", () => {
  it("ends the request, moves nothing and frees its place", () => {
    given(...asked)
      .when(cancels())
      .then({
        type: "DepositCancelled",
        schemaVersion: 1,
        stream: "deposit:d_1",
        alsoIn: ["player:p_alice"],
        payload: { depositId: DEPOSIT, playerId: ALICE },
        postings: [],
      })
      .answers({ id: DEPOSIT });
    const full = Array.from({ length: OPEN_DEPOSITS_MAX }, (_, n) =>
      requests(rbx("5.00"), { depositId: `d_${n}` }),
    );
    given(...done(...full, cancels(ALICE, "d_3")))
      .when(requests(rbx("5.00"), { depositId: "d_x" }))
      .answers({ id: "d_x" });
  });

  it("is refused while an admin has claimed it, and possible again once the claim is over", () => {
    const claimed = done(requests(rbx("250.00")), claims(DORA));
    given(...claimed).refuses(cancels(), "in_review");
    given(...claimed)
      .at(NOON + CLAIM_MS - 1)
      .refuses(cancels(), "in_review");
    given(...claimed)
      .at(NOON + CLAIM_MS)
      .answers(cancels(), { id: DEPOSIT });
  });

  it("is refused for good after a first approval, which ends its admin's claim", () => {
    const approved = done(requests(rbx("20000.00")), claims(DORA), approves(DORA));
    for (const at of [NOON, NOON + CLAIM_MS, NOON + 1_000 * CLAIM_MS]) {
      given(...approved)
        .at(at)
        .refuses(cancels(), "in_review");
    }
  });

  it("is refused once the deposit is reviewed or cancelled", () => {
    for (const end of [approves(DORA), rejects(DORA), cancels()])
      given(...done(requests(rbx("250.00")), end)).refuses(cancels(), "not_pending");
  });

  it("is for its player alone: for others, including admins, there is no such deposit", () => {
    for (const other of [ROOT, DORA, EMIL]) given(...asked).refuses(cancels(other), "unknown_deposit");
    given(...asked).refuses(cancels(ALICE, "d_none"), "unknown_deposit");
  });

  it("leaves nothing to review: no claim, no approval, no rejection", () => {
    const cancelled = done(requests(rbx("250.00")), cancels());
    for (const act of [claims(DORA), approves(DORA), rejects(DORA)])
      given(...cancelled).refuses(act, "already_reviewed", "This deposit is already cancelled.");
  });

  it("counts a player's open deposits down once", () => {
    const log = new GivenLog();
    log.append(done(requests(rbx("5.00")), requests(rbx("5.00"), { depositId: "d_2" }), cancels()));
    expect(depositor.of(playerIn(log, ALICE)).open).toBe(1);
  });
});

it("items cannot be deposited without an account that receives them; currency can", () => {
  given(...people, catalogued).refuses(requests(hats(1), { takesItems: false }), "items_closed");
  given(...people, catalogued).answers(requests(rbx("5.00"), { takesItems: false }), { id: DEPOSIT });
});
