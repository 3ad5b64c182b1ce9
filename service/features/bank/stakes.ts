import { bankStream } from "#domain/features/bank/events.ts";
import { bankStreamKind } from "#domain/features/registry.ts";
import type { StreamRead } from "#service/event-store/submission.ts";

/** What every command reads that may bring the bank below its floor. */
export const readOfBank: StreamRead = { kind: bankStreamKind, name: bankStream };
