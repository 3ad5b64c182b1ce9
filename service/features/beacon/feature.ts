import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import type { Beacon } from "./beacon.ts";
import { createDrandBeacon } from "./drand.ts";
import { createLocalBeacon } from "./local-beacon.ts";

function beaconOf({ config: { beacon }, now, onTrouble }: Core): Beacon {
  if (beacon.kind === "local") return createLocalBeacon(beacon.keys, now);
  return createDrandBeacon({ relays: beacon.relays, now, onTrouble });
}

/** The public randomness of games between players. */
export const beacon = defineServiceFeature({
  name: "beacon",
  create: (core) => ({ beacon: beaconOf(core) }),
});
