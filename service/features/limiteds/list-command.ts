import { readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import { type ListAnswer, listLimiteds, type ToldLimited } from "#domain/features/limiteds/list-limiteds.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";

/** The command that lists the platform's items. */
export function listCommand(origin: CommandOrigin, told: readonly ToldLimited[]): Submission<ListAnswer> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfCatalogue] }),
    decide: (view) => listLimiteds(told, view.stream(readOfCatalogue)),
  };
}
