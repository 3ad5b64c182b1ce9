import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { notificationsProjection } from "./notifications.ts";

export const notifications: ProjectionFeature = {
  name: "notifications",
  readModels: [notificationsProjection],
};
