import { type Bank, bankStreamKind } from "#domain/features/bank/bank.ts";
import { bankStream } from "#domain/features/bank/events.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";

/** The read of every command that may bring the bank below its floor. */
export const readOfBank: StreamRead<Bank> = { kind: bankStreamKind, name: bankStream };
