import { CURRENCIES, leastHolding } from "#domain/accounts/account.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { Writer } from "#service/event-store/writer.ts";
import { LOG_ID, STREAMS_MAX, type WriterOptions } from "#service/event-store/writer-options.ts";
import { features } from "./all.ts";
import { only, type SecretOptions } from "./service-feature.ts";

/** The product's declarations for its log. */
const declared = { eventTypes, leastHolding, mainAssets: CURRENCIES };

/** The tables beside the log that commands write with their events, in the order of their parameters. */
export const sideTables = features.flatMap(({ sideTable }) => sideTable ?? []);

export type LogWriterOptions = Omit<WriterOptions, keyof typeof declared | "secrets" | "sideTables"> &
  Pick<SecretOptions, "sealer" | "random">;

/** The writer of the product's log, with its secrets and side tables. */
export function createLogWriter({ sealer, random, ...options }: LogWriterOptions): Writer {
  const { logId = LOG_ID, streamsMax = STREAMS_MAX } = options;
  const storeOf = only(
    features.map(({ secrets }) => secrets),
    "the store of secrets",
  );
  const secrets = storeOf({ sealer, logId, streamsMax, ...(random === undefined ? {} : { random }) });
  return new Writer({ ...options, ...declared, secrets, sideTables });
}
