import { eventTypes, streamKinds } from "#domain/features/registry.ts";
import { type RecordedEvent, streamsOf } from "#domain/kernel/events/event.ts";
import { kindOf, upcast } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { logModel } from "#service/features/log-model.ts";
import { beginChecks, flushing } from "#service/ledger/verifier/log-check.ts";
import type { LogModel } from "#service/ledger/verifier/log-model.ts";

/** The findings of all checks about events in memory; null for none. */
export function problemOfEvents(
  events: readonly RecordedEvent[],
  { checks }: Pick<LogModel, "checks"> = logModel,
): string | null {
  const passes = beginChecks(checks);
  const held = new Map<string, bigint>();
  const amountOf = (account: string, asset: string) => held.get(`${account} ${asset}`) ?? null;
  const states = new Map<string, unknown>();
  const check = (): void => {
    for (const stored of events) {
      const event = present(stored);
      for (const { account, asset, delta } of event.postings)
        held.set(`${account} ${asset}`, (amountOf(account, asset) ?? 0n) + delta);
      const folds = streamsOf(event).map((stream) => {
        const kind = streamKinds.find((one) => one.kind === kindOf(stream));
        if (kind === undefined) throw new Error(`Nobody folds ${stream}`);
        return { stream, kind, state: states.get(stream) ?? kind.initial };
      });
      if (!isGift(event)) for (const pass of passes) pass.event?.(event, folds[0]?.state, amountOf);
      for (const { stream, kind, state } of folds) states.set(stream, kind.evolve(state, event, stream));
    }
  };
  try {
    flushing(passes, check);
    for (const pass of passes) pass.end?.(events.at(-1)?.position ?? 0);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The same for events that another one follows, and that end the log: what is missing is found in either case. */
export function problemWhereverEnding(events: readonly RecordedEvent[], next: RecordedEvent): string | null {
  const problems = new Set([problemOfEvents(events), problemOfEvents([...events, next])]);
  invariant(problems.size === 1, `one problem, and not: ${[...problems].join(" / ")}`);
  return [...problems][0] ?? null;
}

/** Whether an event only gives a test what it begins with: money out of nowhere, or admins whom nobody confirmed. */
const isGift = ({ type, actor, payload }: RecordedEvent): boolean =>
  actor === "test" &&
  (type === "WriterRecovered" || (type === "RoleGranted" && payload["by"] === "p_founder"));

/** Upcasts an event without validating its payload: tests of checks use types and payloads that no schema accepts. */
function present(event: RecordedEvent): RecordedEvent {
  return Object.hasOwn(eventTypes, event.type)
    ? { ...event, payload: upcast(event, eventTypes).payload }
    : event;
}
