import { inventorySynced } from "#domain/features/inventory/events.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import { asToldCheck } from "#service/ledger/verifier/as-told.ts";

/** Checks that a sync moves the copies that it says, to its player or back to the platform. */
export const inventoryCheck = asToldCheck("inventory", (event) =>
  inventorySynced.is(event) ? inventorySynced(playerIdOf(event), event.payload) : null,
);
