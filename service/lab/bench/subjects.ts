import { Pairs } from "#service/lab/bench/play/coinflip-pairs.ts";
import { ShopPairs } from "#service/lab/bench/play/shop-purchases.ts";
import type { Subject } from "./bench.ts";
import { steppedSubjects } from "./saturation.ts";
import { activitySubject } from "./subjects/activities.ts";
import { browseSubject } from "./subjects/browse.ts";
import { chatSubjects } from "./subjects/chat.ts";
import { crashSubjects } from "./subjects/crash.ts";
import { emmettSubject } from "./subjects/emmett.ts";
import { engineSubjects } from "./subjects/engine.ts";
import { frameSubjects } from "./subjects/frames.ts";
import { historySubject } from "./subjects/history.ts";
import { httpSubjects } from "./subjects/http.ts";
import { inventorySubjects } from "./subjects/inventory.ts";
import { liveStreamSubject } from "./subjects/live-stream.ts";
import { longSubjects } from "./subjects/long.ts";
import { notificationSubject } from "./subjects/notifications.ts";
import { openCoinflipSubject } from "./subjects/open-coinflips.ts";
import { pgliteSubjects } from "./subjects/pglite.ts";
import { processSubjects } from "./subjects/processes.ts";
import { readModelSubject } from "./subjects/read-models.ts";
import { serverPairSubjects } from "./subjects/server-pairs.ts";
import { webhookSubject } from "./subjects/webhooks.ts";

/** Purchases, saturated. */
const purchaseSubjects = steppedSubjects({
  ids: ["purchases-writer", "purchases-transaction"],
  what: "one transaction per step of a purchase",
  stepsOn: (to) => new ShopPairs(to),
  over: ["sold", "delivered"],
});

/** Games between players, saturated. */
const coinflipSubjects = steppedSubjects({
  ids: ["coinflips-writer", "coinflips-transaction"],
  what: "one transaction per step of a game",
  stepsOn: (to) => new Pairs(to),
  over: ["settled"],
});

/** The runs of each round in order: compared ones are adjacent. */
export const SUBJECTS: readonly Subject[] = [
  ...engineSubjects,
  emmettSubject,
  ...httpSubjects,
  ...processSubjects,
  readModelSubject,
  ...pgliteSubjects,
  ...coinflipSubjects,
  openCoinflipSubject,
  ...inventorySubjects,
  liveStreamSubject,
  historySubject,
  ...chatSubjects,
  ...frameSubjects,
  notificationSubject,
  activitySubject,
  ...crashSubjects,
  browseSubject,
  ...purchaseSubjects,
  webhookSubject,
  ...serverPairSubjects,
  ...longSubjects,
];
