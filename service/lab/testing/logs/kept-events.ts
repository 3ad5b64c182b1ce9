import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import type { SyntheticEvent } from "#projections/testing/synthetic-log.ts";

const folder = new URL("../../../../domain/features/", import.meta.url).pathname;
const BEGAN = Date.parse("2026-01-01T00:00:00Z");
const EVERY_MS = 1_000;

/** Every version of every event, as the features keep them. */
export const keptEvents = (): readonly SyntheticEvent[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("events.golden.jsonl"))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"))
    .map((line, n) => ({ event: JSON.parse(line) as NewEvent, at: BEGAN + n * EVERY_MS }));
