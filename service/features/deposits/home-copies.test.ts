import { expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { custodyArrived, custodyEnded } from "#domain/features/deposits/events.ts";
import { QUANTITY_MAX } from "#domain/features/deposits/rules.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { transitArrived, transitClosed, transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { approves, DEPOSIT, DORA, hats, people, ROOT, requests } from "#domain/testing/deposits.ts";
import { carriedOut, GivenLog } from "#domain/testing/given.ts";
import { catalogued, handedOver } from "#domain/testing/items.ts";
import { ALICE } from "#domain/testing/players.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import { decidedColdly } from "#service/lab/testing/logs/cold-process.ts";
import { reverseCommand } from "./commands.ts";

const INSTANCES = Array.from({ length: QUANTITY_MAX }, (_, n) => `${n}`);
const AWAY = "escrow:1-s";
const { receipt } = transitArrived.example().payload;

/** The events of a copy that leaves for a game of another log, and comes home by its own transit. */
function goesAndComes(copy: Copy, n: number): readonly NewEvent[] {
  const [out, back] = [`1-o${n}`, `2-b${n}`];
  const way = { id: out, to: 2, sender: AWAY, receiver: "player:guest.1-s", purpose: "coinflip:g" };
  const alice = playerAccount(ALICE);
  return [
    handedOver(alice, AWAY, copy),
    custodyEnded({ depositId: DEPOSIT, copy }),
    transitLeft({ ...way, things: [{ asset: copy, origin: { custody: DEPOSIT, serial: null } }] }),
    transitClosed({ id: out, to: 2, receipt, things: [{ asset: copy }] }),
    transitArrived({ id: back, receipt, receiver: AWAY, things: [{ asset: copy, back: out }] }),
    custodyArrived({ copy, depositId: back, log: 2, custodyId: out, serial: null, homeId: DEPOSIT }),
    handedOver(AWAY, alice, copy),
  ];
}

it("reverses a deposit whose copies have all come home, although none is in memory", () => {
  const log = new GivenLog();
  log.append([...people, catalogued]);
  const approval = { instances: INSTANCES };
  carriedOut(log, requests(hats(QUANTITY_MAX)), approves(ROOT, approval), approves(DORA, approval));
  log.append(INSTANCES.flatMap((instance, n) => goesAndComes(copyOf(101, instance), n)));
  const request = { actor: { playerId: ROOT, isListed: true }, id: DEPOSIT, reason: "Mistaken" };
  const { loads, result } = decidedColdly(log, reverseCommand(systemOrigin("c", log.at), request));
  expect(result).not.toHaveProperty("error");
  expect(result.kind).toBe("accepted");
  expect(loads).toBeLessThanOrEqual(3);
});
