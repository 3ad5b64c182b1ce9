import { isSeedSource, type SeedSource } from "#domain/fairness/seed-source.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";

/** The seeds that a decision may open and draw. */
export function seedsOf({ secrets }: Pick<LogView, "secrets">): SeedSource {
  invariant(isSeedSource(secrets), "seeds are opened while a command is decided");
  return secrets;
}
