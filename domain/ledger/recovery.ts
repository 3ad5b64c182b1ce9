import { z } from "zod";
import { accept, type Decision } from "../kernel/decision.ts";
import type { StreamName } from "../kernel/events/event.ts";
import { defineEvent } from "../kernel/events/event-definition.ts";
import { whole } from "../kernel/events/payload.ts";
import type { StreamKind } from "../kernel/events/stream-kind.ts";

export const recoveryStream: StreamName = "log:recoveries";

/** The log's own stream has nothing to fold. */
export const logStreamKind: StreamKind<null> = {
  kind: "log",
  foldVersion: 1,
  initial: null,
  evolve: () => null,
};

/**
 * A writer lost its connection and took a turn. The fact moves the head, so that a statement which the lost
 * connection may still be waiting with can no longer be written: only then may "it did not happen" be said.
 */
export const writerRecovered = defineEvent({
  type: "WriterRecovered",
  payload: z.strictObject({ unknown: whole }),
  record: (unknown: number) => ({ streams: [recoveryStream], payload: { unknown } }),
  example: [3],
});

/** Records a recovery. @param unknown how many commands had an unknown outcome */
export const recordRecovery = (unknown: number): Decision<{ readonly recovered: true }> =>
  accept([writerRecovered(unknown)], { recovered: true });
