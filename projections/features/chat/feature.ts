import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { chatModerationProjection } from "./moderation.ts";

export const chat: ProjectionFeature = {
  name: "chat",
  readModels: [chatModerationProjection],
};
