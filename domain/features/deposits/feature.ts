import { defineFeature } from "../../kernel/feature.ts";
import { depositAsked, depositOver, responsiblePlayOf } from "../responsible-play/play.ts";
import { depositActs } from "./acts.ts";
import { depositEndpoints } from "./contract.ts";
import { depositStreamKind } from "./deposit.ts";
import { depositor } from "./depositor.ts";
import {
  custodyArrived,
  custodyEnded,
  depositCancelled,
  depositCompleted,
  depositEvents,
  depositRejected,
  depositRequested,
  depositStandingEvents,
} from "./events.ts";
import { secondApprovalAbove } from "./settings.ts";

export const deposits = defineFeature({
  name: "deposits",
  title: "Deposits",
  summary: "Currencies and items that come in, reviewed by admins.",
  buildsOn: [
    "responsible-play",
    "contacts",
    "players",
    "roles",
    "settings",
    "proposals",
    "bank",
    "limiteds",
    "inventory",
  ],
  endpoints: depositEndpoints,
  acts: depositActs,
  events: [...depositEvents, custodyEnded, custodyArrived, ...depositStandingEvents],
  settings: [secondApprovalAbove],
  stateParts: [
    depositor,
    responsiblePlayOf.also(
      depositAsked(depositRequested, ({ depositId, wanted }) => ({
        id: depositId,
        amount: wanted.type === "roblox_limited" ? 0n : BigInt(wanted.amount),
      })),
      depositOver(depositCompleted, true),
      depositOver(depositRejected, false),
      depositOver(depositCancelled, false),
    ),
  ],
  streams: [depositStreamKind],
});
