import type { Subject } from "./bench.ts";
import { activitySubjects } from "./subjects/activities.ts";
import { browseSubjects } from "./subjects/browse.ts";
import { chatSubjects } from "./subjects/chat.ts";
import { coinflipSubjects } from "./subjects/coinflips.ts";
import { crashSubjects } from "./subjects/crash.ts";
import { emmettSubjects } from "./subjects/emmett.ts";
import { engineSubjects } from "./subjects/engine.ts";
import { frameSubjects } from "./subjects/frames.ts";
import { historySubjects } from "./subjects/history.ts";
import { httpSubjects } from "./subjects/http.ts";
import { inventorySubjects } from "./subjects/inventory.ts";
import { liveStreamSubjects } from "./subjects/live-stream.ts";
import { notificationSubjects } from "./subjects/notifications.ts";
import { openCoinflipSubjects } from "./subjects/open-coinflips.ts";
import { pgliteSubjects } from "./subjects/pglite.ts";
import { processSubjects } from "./subjects/processes.ts";
import { purchaseSubjects } from "./subjects/purchases.ts";
import { readModelSubjects } from "./subjects/read-models.ts";
import { serverPairSubjects } from "./subjects/server-pairs.ts";
import { webhookSubjects } from "./subjects/webhooks.ts";

/** What is run in each round, in this order: what is compared stands side by side. */
export const SUBJECTS: readonly Subject[] = [
  ...engineSubjects,
  ...emmettSubjects,
  ...httpSubjects,
  ...processSubjects,
  ...readModelSubjects,
  ...pgliteSubjects,
  ...coinflipSubjects,
  ...openCoinflipSubjects,
  ...inventorySubjects,
  ...liveStreamSubjects,
  ...historySubjects,
  ...chatSubjects,
  ...frameSubjects,
  ...notificationSubjects,
  ...activitySubjects,
  ...crashSubjects,
  ...browseSubjects,
  ...purchaseSubjects,
  ...webhookSubjects,
  ...serverPairSubjects,
];
