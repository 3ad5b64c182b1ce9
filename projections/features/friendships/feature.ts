import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { friendActivities } from "./friend-activities.ts";
import { friendshipsProjection } from "./friendships.ts";

export const friendships: ProjectionFeature = {
  name: "friendships",
  readModels: [friendshipsProjection],
  activities: () => [friendActivities],
  besideLog: [{ table: "presence_days" }, { table: "presence_leases" }],
};
