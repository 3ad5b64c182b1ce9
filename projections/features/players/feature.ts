import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { playerProgressProjection } from "./player-progress.ts";

export const players: ProjectionFeature = {
  name: "players",
  readModels: [playerProgressProjection],
};
