import { expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { move } from "#domain/ledger/posting.ts";
import { people } from "#domain/testing/deposits.ts";
import { GivenLog } from "#domain/testing/given.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const theft = move({ from: house, to: playerAccount("p_thief"), asset: "RBX", amount: 1_000n });

it.each(Object.keys(eventTypes))("a theft from the bank is found in an event of the type %s", (type) => {
  const log = new GivenLog();
  log.append(people);
  const found = eventTypes[type]?.example();
  if (found === undefined) throw new Error("every type has an example");
  const place = {
    position: log.events.length + 1,
    version: 1,
    eventId: "c.0",
    commandId: "c",
    actor: "system",
  };
  const forged: RecordedEvent = {
    ...{ ...found, ...place, recordedAt: log.at },
    postings: [...found.postings, ...theft],
  };
  expect(problemOfEvents([...log.events, forged])).not.toBeNull();
});
