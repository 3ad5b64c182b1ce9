import { expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { custodyArrived } from "#domain/features/deposits/events.ts";
import { STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import type { PeerEvent } from "#domain/ledger/transit/peer-receipt.ts";
import { elsewhere } from "#domain/ledger/transit/single.ts";
import { transitArrived, transitClosed, transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { GivenLog, NOON } from "#domain/testing/given.ts";
import { handedOver } from "#domain/testing/items.ts";
import { ALICE } from "#domain/testing/players.ts";
import { decidedColdly } from "#service/lab/testing/logs/cold-process.ts";
import { arriveCommand } from "./commands.ts";

const COPIES = Array.from({ length: STAKED_ITEMS_MAX }, (_, n) => copyOf(101, `${n}`));
const AWAY = "escrow:1-s";
const { receipt } = transitArrived.example().payload;

/** The transit that kept a copy on an earlier return, before it left for a game again. */
const keeperOf = (n: number) => `2-b${n}`;
function ofHome(copy: Copy, n: number) {
  return custodyArrived({
    ...{ copy, depositId: keeperOf(n), log: 2, custodyId: `1-o${n}`, serial: null },
    homeId: `d_${n}`,
  });
}

/** The departure home, with all copies together. */
const sentBack: PeerEvent["event"] = {
  ...transitLeft({
    ...{ id: "2-back", to: 1, sender: "player:guest.1-s", receiver: AWAY, purpose: "coinflip-void:1-s" },
    things: COPIES.map((asset) => ({ asset, origin: { custody: "1-out", serial: null } })),
  }),
  ...{ position: 1, version: 1, eventId: "c.0", commandId: "c", actor: "test", recordedAt: NOON },
};

it("copies of the most deposits possible come home to a process that has none of them in memory", () => {
  const log = new GivenLog();
  const things = COPIES.map((asset, n) => ({ asset, origin: { custody: keeperOf(n), serial: null } }));
  const way = { id: "1-out", to: 2, sender: AWAY, receiver: "player:guest.1-s", purpose: "coinflip:g" };
  log.append([
    ...COPIES.map(ofHome),
    ...COPIES.map((copy) => handedOver(playerAccount(ALICE), AWAY, copy)),
    transitLeft({ ...way, things }),
    transitClosed({ id: "1-out", to: 2, receipt, things: COPIES.map((asset) => ({ asset })) }),
  ]);
  expect(COPIES.every((copy) => log.holding(elsewhere, copy) === 1n)).toBe(true);
  const left = new Map(COPIES.map((copy) => [copy, "1-out"]));
  const proved = { log: 2, event: sentBack, receipt } as PeerEvent;
  const hints = { sights: new Map(), left };
  const { loads, result } = decidedColdly(
    log,
    arriveCommand(proved, { at: NOON, here: 1, taker: null, hints }),
  );
  expect(result).not.toHaveProperty("error");
  expect(result.kind).toBe("accepted");
  expect(loads).toBeLessThanOrEqual(4);
});
