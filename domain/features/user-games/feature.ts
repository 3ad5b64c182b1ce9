import { defineFeature } from "../../kernel/feature.ts";
import { activeGames } from "./active-games.ts";
import { userGameActs } from "./acts.ts";
import { userGameEndpoints } from "./contract.ts";
import {
  creatorShareClaimed,
  userGameCreated,
  userGameEdited,
  userGameHalted,
  userGameHaltLifted,
  userGamePaused,
  userGameResumed,
} from "./events.ts";
import { userGameSettings } from "./settings.ts";
import { userGameStreamKind } from "./stream.ts";

export const userGames = defineFeature({
  name: "user-games",
  title: "Player-made games",
  summary: "Games that players make with an edge of their own, and what they earn by them.",
  buildsOn: ["responsible-play", "players", "roles", "settings", "bank", "deposits", "game-tables"],
  endpoints: userGameEndpoints,
  acts: userGameActs,
  events: [
    userGameCreated,
    userGameEdited,
    userGamePaused,
    userGameResumed,
    userGameHalted,
    userGameHaltLifted,
    creatorShareClaimed,
  ],
  streams: [userGameStreamKind],
  stateParts: [activeGames],
  settings: userGameSettings,
});
