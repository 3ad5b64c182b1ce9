import { type Catalogue, catalogueStreamKind } from "#domain/features/limiteds/catalogue.ts";
import { catalogueStream } from "#domain/features/limiteds/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

/** Follows the catalogue for checks of what its values decide. It is folded only when one asks. */
export class CataloguePass implements CheckPass {
  #newest: { readonly event: RecordedEvent; readonly before: Catalogue } | null = null;
  #now: Catalogue = catalogueStreamKind.initial;

  event(event: RecordedEvent, state: unknown): void {
    if (event.stream === catalogueStream) this.#newest = { event, before: state as Catalogue };
  }

  /** The catalogue as of the event being checked. */
  get now(): Catalogue {
    const newest = this.#newest;
    this.#newest = null;
    if (newest !== null) this.#now = catalogueStreamKind.evolve(newest.before, newest.event, catalogueStream);
    return this.#now;
  }
}

export const catalogueCheck: LogCheck<CataloguePass> = {
  name: "limiteds",
  begin: () => new CataloguePass(),
};
