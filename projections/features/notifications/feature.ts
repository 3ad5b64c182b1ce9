import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { notificationsProjection } from "./notifications.ts";

export const notifications: ProjectionFeature = {
  name: "notifications",
  readModels: [notificationsProjection],
};
