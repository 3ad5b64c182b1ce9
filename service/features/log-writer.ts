import { eventTypes } from "#domain/features/registry.ts";
import { Writer } from "#service/event-store/writer.ts";
import { LOG_ID, STREAMS_MAX, type WriterOptions } from "#service/event-store/writer-options.ts";
import { identities } from "#service/features/players/identity-rows.ts";
import { sealedSeeds } from "#service/features/seed-pairs/sealed-seeds.ts";
import { Vault } from "#service/features/seed-pairs/vault.ts";
import type { Sealer } from "#service/keys/seal.ts";

/** A player's stream names two seeds, and a game's one. */
const SEEDS_PER_STREAM = 3;

export interface LogWriterOptions extends Omit<WriterOptions, "secrets" | "sideTables" | "eventTypes"> {
  /** Seals the seeds. */
  readonly sealer: Sealer;
  /** Random bytes, for tests that need the same ones again. */
  readonly random?: (size: number) => Uint8Array;
}

/** The writer of the product's log: with its secrets, and the tables that its commands write beside their events. */
export function createLogWriter({ sealer, random, ...options }: LogWriterOptions): Writer {
  const { logId = LOG_ID, streamsMax = STREAMS_MAX } = options;
  const secrets = new Vault({
    sealer,
    logId,
    max: streamsMax * SEEDS_PER_STREAM,
    ...(random === undefined ? {} : { random }),
  });
  return new Writer({ ...options, eventTypes, secrets, sideTables: [sealedSeeds, identities] });
}
