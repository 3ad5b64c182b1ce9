import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { notificationsOfSources } from "./notifications.ts";
import { resultNoticesOf } from "./result-notices.ts";

export const notifications: ProjectionFeature = {
  name: "notifications",
  notices: (games) => [resultNoticesOf(games)],
  ofNotices: (sources) => [notificationsOfSources(sources)],
  besideLog: [{ table: "notification_marks" }, { table: "notification_reads" }],
};
