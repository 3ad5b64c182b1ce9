import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { purchasesProjection } from "./purchases.ts";

export const purchases: ProjectionFeature = {
  name: "purchases",
  readModels: [purchasesProjection],
  besideLog: [{ table: "purchase_refunds_asked" }],
};
