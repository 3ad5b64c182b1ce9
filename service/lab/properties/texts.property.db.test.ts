import assert from "node:assert/strict";
import fc from "fast-check";
import { it, vi } from "vitest";
import type { Account, Asset } from "#domain/accounts/account.ts";
import { accept } from "#domain/kernel/decision.ts";
import type { NewEvent, StreamName } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { move } from "#domain/ledger/posting.ts";
import { logStreamKind } from "#domain/ledger/recovery.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import { requestHashOf } from "#service/event-store/append/hashing.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { readLog } from "#service/lab/testing/simulation/database/stored-log.ts";
import { checkLog } from "#service/lab/testing/simulation/oracles.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";

/** Number of runs within `npm test`, and the time limit of one on a busy machine. */
const use = { runs: 25, msPerRun: 2_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });

/** Texts that could be misread on their way into a column. */
const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    "\n",
    "\r",
    ",",
    '"',
    "\\",
    "{",
    "}",
    "NULL",
    "'",
    ";",
    "\t",
    " ",
    "é",
    "😀",
    "\u2028",
    "\\N",
    "\u0000",
  ),
  maxLength: 6,
});

interface Hostile {
  readonly id: string;
  readonly stream: string;
  readonly actor: string;
  readonly said: string;
  readonly answer: string;
  readonly account: string;
  readonly copy: string;
  readonly moves: boolean;
}
/** Each field is usually harmless, so that most commands have one oddity only. */
const mostlyPlain = fc.oneof(
  { weight: 6, arbitrary: fc.constant("plain") },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(",", "\n", "a,b", "a\nb", "") },
);
const commands: fc.Arbitrary<Hostile> = fc.record({
  id: mostlyPlain,
  stream: mostlyPlain,
  actor: mostlyPlain,
  said: text,
  answer: text,
  account: mostlyPlain,
  copy: mostlyPlain,
  moves: fc.boolean(),
});

let made = 0;

function submissionOf(
  hostile: Hostile,
  at: number,
): { readonly submission: Submission; readonly event: NewEvent } {
  made += 1;
  const stream: StreamName = `log:${made} ${hostile.stream}`;
  const account: Account = `payments:${made} ${hostile.account}`;
  const asset: Asset = `item:${made}:${hostile.copy}`;
  const event: NewEvent = {
    type: "SettingsChanged",
    schemaVersion: 2,
    stream,
    payload: {
      by: hostile.id,
      reason: hostile.said,
      values: { [hostile.said]: hostile.said },
      confirmedBy: null,
    },
    postings: hostile.moves ? move({ from: "platform", to: account, asset, amount: 1n }) : [],
  };
  const commandId = `cmd_${made} ${hostile.id}`;
  const submission: Submission<JsonObject> = {
    commandId,
    keyed: false,
    requestHash: requestHashOf(commandId),
    actor: hostile.actor,
    owner: "system",
    at,
    reads: () => ({
      streams: [{ kind: logStreamKind, name: stream }],
      holdings: [
        { account, asset },
        { account: "platform", asset },
      ],
    }),
    decide: () => accept([event], { said: hostile.answer }),
  };
  return { submission, event };
}

async function send(world: World, batch: readonly Hostile[]): Promise<void> {
  const sent = batch.map((hostile) => submissionOf(hostile, world.now));
  const outcomes = await Promise.all(sent.map(({ submission }) => world.writer.submit(submission)));
  const log = await readLog(world.db);
  checkLog(log);
  for (const [i, { submission, event }] of sent.entries()) {
    const stored = log.events.find((row) => row.command_id === submission.commandId);
    const outcome = outcomes[i]!;
    if (outcome.kind === "failed") assert.equal(stored, undefined, "what failed is not in the log");
    else {
      assert(outcome.kind === "committed" && stored !== undefined, outcome.kind);
      const { actor, stream, payload, postings } = eventOf(stored);
      assert.deepEqual(
        { actor, stream, payload, postings },
        {
          actor: submission.actor,
          stream: event.stream,
          payload: event.payload,
          postings: event.postings,
        },
      );
      const kept = log.commands.get(submission.commandId);
      assert.deepEqual(JSON.parse(kept?.answer ?? "null"), { said: batch[i]!.answer });
    }
  }
}

const plain: Hostile = {
  ...{ id: "plain", stream: "plain", actor: "plain", said: "", answer: "" },
  ...{ account: "plain", copy: "plain", moves: true },
};
/** Two holdings with one key, beside an id that cannot be looked up: the writer once retried them for ever. */
const TRIED_FOR_EVER: readonly Hostile[] = [{ ...plain, copy: "\n" }, plain, { ...plain, id: "\u0000" }];

describeEachEngine("any text in a command", (engine) => {
  it("is stored unchanged, or fails its command and no other", async () => {
    const world = await createWorld(engine);
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: 5 }), (batch) => send(world, batch)),
      { ...propertySettings(use), examples: [[[...TRIED_FOR_EVER]]] },
    );
    await world.stop();
    await world.db.close();
  });
});
