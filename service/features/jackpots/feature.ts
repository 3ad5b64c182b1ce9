import { beacon } from "#service/features/beacon/feature.ts";
import { gameRounds } from "#service/features/game-rounds/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { jackpotHabit } from "./crowd.ts";
import { jackpotKind } from "./jackpot-kind.ts";

export const jackpots = defineServiceFeature({
  name: "jackpots",
  create: (core) => {
    gameRounds.of(core).kinds.add(jackpotKind(beacon.of(core).beacon));
    return {};
  },
  habit: jackpotHabit,
});
