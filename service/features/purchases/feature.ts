import { defineServiceFeature } from "#service/features/service-feature.ts";
import { deliveryHabit } from "./crowd.ts";
import { purchaseMails } from "./mails.ts";
import { refundAlarm, refundMetrics } from "./metrics.ts";
import { purchaseRoutes } from "./routes.ts";
import { createPurchases } from "./services.ts";

export const purchases = defineServiceFeature({
  name: "purchases",
  habit: deliveryHabit,
  create: createPurchases,
  routes: purchaseRoutes,
  jobs: ({ bringingOn }) => [bringingOn],
  mails: purchaseMails,
  metrics: refundMetrics,
  alarm: refundAlarm,
});
