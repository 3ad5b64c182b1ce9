import { gameKindOf } from "#domain/features/registry.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { settledGame } from "#projections/features/proofs/settled-game.ts";
import { beacon } from "#service/features/beacon/feature.ts";
import { gameRounds } from "#service/features/game-rounds/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Deps } from "#service/http/deps.ts";
import { PAGE_ID, type Preview } from "#service/http/files/preview.ts";
import { proofRoutes } from "./routes.ts";

const PAGE = new RegExp(`^/games/${PAGE_ID}$`);

/** The preview of a link to a proof: the game's result, without its players. */
async function proofPreview(path: string, { reads }: Deps): Promise<Preview | null> {
  const id = PAGE.exec(path)?.[1];
  const game = id === undefined ? null : await settledGame(reads, id);
  if (game === null) return null;
  const { gameType, result, bets, staked } = game;
  const kind = gameKindOf(gameType);
  const outcome =
    kind?.hasNoSides !== true
      ? `It landed on ${result.toUpperCase()}.`
      : `${bets === 1 ? "One bet" : `${bets} bets`} of ${formatMinor(staked)} in all.`;
  return {
    title: `${kind?.name ?? "Game"}: the proof`,
    description: `${outcome} Check every step in your own browser.`,
  };
}

export const proofs = defineServiceFeature({
  name: "proofs",
  create: (core) => {
    const { kinds, clock } = gameRounds.of(core);
    return { ...beacon.of(core), kinds, clock };
  },
  routes: proofRoutes,
  preview: proofPreview,
});
