import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { awayStakeStreamKind } from "#domain/features/away-coinflips/away-stake.ts";
import { endAway } from "#domain/features/away-coinflips/end.ts";
import {
  awayCoinflipPlayed,
  awayStakeMade,
  awayStakeReturned,
  awayStream,
} from "#domain/features/away-coinflips/events.ts";
import { awayEscrow, BACK_PURPOSES, type BackReason } from "#domain/features/live-coinflips/guests/guest.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import { LEAF_TAG } from "#domain/ledger/leaf.ts";
import { transitStreamKind } from "#domain/ledger/transit/transit.ts";
import { transitArrived, transitLeft, transitStream } from "#domain/ledger/transit/transit-events.ts";
import { goAway } from "#domain/testing/away/stakes.ts";
import { GivenLog } from "#domain/testing/given.ts";
import { playerIn, registered } from "#domain/testing/players.ts";
import { settingsIn } from "#domain/testing/settings.ts";
import { problemOfEvents, problemWhereverEnding } from "#service/lab/testing/logs/checked-events.ts";

const STAKE = "2-s1";
/** The receipt of a departure, as far as one log can check it alone. */
function receiptOf(payload: JsonObject) {
  const { type, version: schemaVersion } = transitLeft;
  const bytes = Buffer.from(canonicalJson({ type, schemaVersion, payload }));
  const leaf = createHash("sha256").update(Uint8Array.of(LEAF_TAG)).update(bytes).digest("hex");
  return { ...transitArrived.example().payload.receipt, event: bytes.toString("base64"), leaf };
}

/** Alice had staked 10.00 RBX on a game of log 1, and this came back. */
function ended(reason: BackReason, amount: string): readonly RecordedEvent[] {
  const log = new GivenLog();
  log.append([registered()]);
  log.accept(goAway("10.00")(log));
  const departure = {
    ...{ amount, asset: "RBX", id: "1-back", purpose: `${BACK_PURPOSES[reason]}:${STAKE}` },
    ...{ receiver: awayEscrow(STAKE), sender: "player:guest.2-s1", to: 2 },
  } as const;
  const arrival = transitArrived({
    amount,
    asset: "RBX",
    id: "1-back",
    receiver: awayEscrow(STAKE),
    receipt: receiptOf(departure),
  });
  log.accept(
    endAway(
      { departure, log: 1, reason },
      {
        away: log.stream(awayStakeStreamKind, awayStream(STAKE)),
        playerOf: (playerId) => playerIn(log, playerId),
        at: log.at,
        settings: settingsIn(log),
        worthOf: () => null,
        wayOn: () => ({ id: "2-on", here: 2, transit: log.stream(transitStreamKind, transitStream("2-on")) }),
      },
      { events: [arrival], answer: {} },
    ),
  );
  return log.events;
}

const NOT_COME = "A stake in another log ended with something other than what came back for it.";
const NOT_TAKEN = "What came back for a stake neither ended it nor was sent on.";
const ends = [
  ["won", "paid", "1975"],
  ["lost", "paid", "0"],
  ["void", "void", "1000"],
  ["refused", "refused", "1000"],
] as const;

describe("the check of stakes in other logs", () => {
  it.each(ends)("accepts one that was %s", (_how, reason, amount) => {
    expect(problemOfEvents(ended(reason, amount))).toBeNull();
  });

  it.each(ends)("rejects one that was %s without anything coming back", (_how, reason, amount) => {
    const events = ended(reason, amount).filter((event) => !transitArrived.is(event));
    expect(problemOfEvents(events)).toBe(NOT_COME);
  });

  it("rejects an end that pays less than arrived", () => {
    const events = ended("paid", "1975").map((event) =>
      awayCoinflipPlayed.is(event)
        ? { ...event, ...awayCoinflipPlayed({ ...event.payload, payout: "1000" }) }
        : event,
    );
    expect(problemOfEvents(events)).toBe(NOT_COME);
  });

  it("rejects winnings that went to another player, were kept, or were sent back", () => {
    const events = ended("paid", "1975");
    const withoutEnd = events.filter((event) => !awayCoinflipPlayed.is(event));
    const later = { ...(events[0] as RecordedEvent), ...registered("p_late") };
    expect(problemWhereverEnding(withoutEnd, later)).toBe(NOT_TAKEN);
    const way = { id: "2-on", to: 1, sender: awayEscrow(STAKE), receiver: "house", purpose: "" };
    const sentOn = events.map((event) =>
      awayCoinflipPlayed.is(event)
        ? { ...event, ...transitLeft({ ...way, amount: "1975", asset: "RBX" }) }
        : event,
    );
    expect(problemOfEvents(sentOn)).toBe(NOT_TAKEN);
  });

  it("rejects an arrival that fits no stake and is not sent back whole to its house", () => {
    const events = ended("void", "999");
    expect(problemOfEvents(events)).toBeNull();
    expect(events.at(-1)?.payload).toMatchObject({ receiver: "house", to: 1, amount: "999" });
    for (const change of [{ to: 3 }, { amount: "998" }, { receiver: "player:p_mallory" }]) {
      const changed = events.map((event) =>
        transitLeft.is(event) && event.payload.id === "2-on"
          ? { ...event, ...transitLeft({ ...event.payload, ...change } as typeof event.payload) }
          : event,
      );
      expect(problemOfEvents(changed)).not.toBeNull();
    }
  });

  it("rejects an arrival whose receipt shows something else", () => {
    const events = ended("void", "1000").map((event) =>
      transitArrived.is(event)
        ? { ...event, payload: { ...event.payload, receipt: receiptOf({ id: "1-other" }) } }
        : event,
    );
    expect(problemOfEvents(events)).toBe("Something came back with a receipt that does not show it.");
  });

  it("rejects a stake that was taken from its player and did not leave", () => {
    const kept = ended("void", "1000").filter((event) => !transitLeft.is(event));
    const notLeft = "A stake for another log was made but did not leave.";
    expect(problemOfEvents(kept)).toBe(notLeft);
    const made = kept.findIndex((event) => awayStakeMade.is(event));
    expect(problemOfEvents(kept.slice(0, made + 1))).toBe(notLeft);
  });

  it("rejects a second end, and an end without a stake", () => {
    const events = ended("void", "1000");
    const again = events.slice(-2);
    expect(problemOfEvents([...events, ...again])).toBe(NOT_TAKEN);
    expect(problemOfEvents([...events, ...again.slice(1)])).toBe("A stake ended that is not away.");
    const unmade = events.filter((event) => !awayStakeMade.is(event));
    expect(problemOfEvents(unmade)).toBe("Something other than a stake left for another log.");
  });

  it("rejects an end for another player, and a result that is not paid", () => {
    const other = ended("refused", "1000").map((event) =>
      awayStakeReturned.is(event)
        ? { ...event, ...awayStakeReturned({ ...event.payload, playerId: "p_bob" }) }
        : event,
    );
    expect(problemOfEvents(other)).toBe("A stake ended that is not away.");
    const lost = ended("paid", "0").map((event) =>
      awayCoinflipPlayed.is(event)
        ? { ...event, ...awayCoinflipPlayed({ ...event.payload, result: event.payload.side }) }
        : event,
    );
    expect(problemOfEvents(lost)).toBe("A game's payout does not match its result.");
  });
});
