import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { hashChainsProjection } from "./chains.ts";

export const gameTables: ProjectionFeature = { name: "game-tables", readModels: [hashChainsProjection] };
