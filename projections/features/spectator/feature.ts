import { chatOf } from "#domain/features/spectator/chat.ts";
import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { liveGames } from "./live-games.ts";
import { watchedGame } from "./watched-game.ts";

/** Coinflips between players are watched as well. */
export const spectator: ProjectionFeature = {
  name: "spectator",
  live: {
    list: liveGames,
    said: async (models, gameId, viewer) => {
      const game = await watchedGame(models, gameId, viewer);
      return game && chatOf(game);
    },
  },
};
