import { bankStreamKind } from "#domain/features/bank/bank.ts";
import { bankStream } from "#domain/features/bank/events.ts";
import type { StreamRead } from "#service/event-store/commands/submission.ts";

/** The read of every command that may bring the bank below its floor. */
export const readOfBank: StreamRead = { kind: bankStreamKind, name: bankStream };
