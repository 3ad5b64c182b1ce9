import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { activitiesOfSources } from "./activities.ts";
import { winActivitiesOf } from "./win-activities.ts";

export const activities: ProjectionFeature = {
  name: "activities",
  activities: (games) => [winActivitiesOf(games)],
  ofActivities: (sources) => [activitiesOfSources(sources)],
};
