import { accept, type Decision } from "../../kernel/decision.ts";
import type { NewEvent, StreamName } from "../../kernel/event.ts";

/**
 * A writer lost its connection and took a turn. The fact moves the head, so that a statement which the lost
 * connection may still be waiting with can no longer be written: only then may "it did not happen" be said.
 */
export type WriterRecovered = NewEvent<"WriterRecovered", { readonly unknown: number }>;

export const recoveryStream: StreamName = "log:recoveries";

/** Records a recovery. @param unknown how many commands had an unknown outcome */
export function recordRecovery(unknown: number): Decision<{ readonly recovered: true }> {
  const event: WriterRecovered = {
    type: "WriterRecovered",
    schemaVersion: 1,
    stream: recoveryStream,
    payload: { unknown },
    postings: [],
  };
  return accept([event], { recovered: true });
}
