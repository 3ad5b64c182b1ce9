import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { friendshipsProjection } from "./friendships.ts";

export const friendships: ProjectionFeature = { name: "friendships", readModels: [friendshipsProjection] };
