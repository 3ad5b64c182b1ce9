import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { adminSettingsProjection } from "./admin-settings.ts";

export const settings: ProjectionFeature = {
  name: "settings",
  readModels: [adminSettingsProjection],
};
