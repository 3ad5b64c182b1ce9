import type { z } from "zod";
import { auditEndpoints } from "./audit/contract.ts";
import { botFlipEndpoints } from "./bot-flips/contract.ts";
import { consoleEndpoints } from "./console/contract.ts";
import { contactEndpoints } from "./contacts/contract.ts";
import { depositEndpoints } from "./deposits/contract.ts";
import { gameLimitsEndpoints } from "./game-limits/contract.ts";
import { haltEndpoints } from "./halts/contract.ts";
import { healthEndpoints } from "./health/contract.ts";
import { houseFlipEndpoints } from "./house-flips/contract.ts";
import { inventoryEndpoints } from "./inventory/contract.ts";
import { leaderboardEndpoints } from "./leaderboard/contract.ts";
import { ledgerEndpoints } from "./ledger/contract.ts";
import { limitedEndpoints } from "./limiteds/contract.ts";
import { liveCoinflipEndpoints } from "./live-coinflips/contract.ts";
import { notificationEndpoints } from "./notifications/contract.ts";
import { playerEndpoints } from "./players/contract.ts";
import { proofEndpoints } from "./proofs/contract.ts";
import { proposalEndpoints } from "./proposals/contract.ts";
import { revenueEndpoints } from "./revenue/contract.ts";
import { roleEndpoints } from "./roles/contract.ts";
import { seedPairEndpoints } from "./seed-pairs/contract.ts";
import { settingsEndpoints } from "./settings/contract.ts";
import { spectatorEndpoints } from "./spectator/contract.ts";
import { systemEndpoints } from "./system/contract.ts";

/** Every call of the API that answers JSON. */
export const endpoints = {
  ...healthEndpoints,
  ...contactEndpoints,
  ...playerEndpoints,
  ...houseFlipEndpoints,
  ...botFlipEndpoints,
  ...gameLimitsEndpoints,
  ...seedPairEndpoints,
  ...proofEndpoints,
  ...liveCoinflipEndpoints,
  ...leaderboardEndpoints,
  ...ledgerEndpoints,
  ...limitedEndpoints,
  ...inventoryEndpoints,
  ...depositEndpoints,
  ...notificationEndpoints,
  ...roleEndpoints,
  ...haltEndpoints,
  ...auditEndpoints,
  ...consoleEndpoints,
  ...revenueEndpoints,
  ...settingsEndpoints,
  ...proposalEndpoints,
  ...systemEndpoints,
  ...spectatorEndpoints,
} as const;

type Endpoints = (typeof endpoints)[keyof typeof endpoints];

/**
 * The API as types alone, keyed by `"<METHOD> <path>"`: what goes in and what a success answers. A client that
 * imports only this carries none of the schemas.
 */
export type Api = {
  [E in Endpoints as `${E["method"]} ${E["path"]}`]: {
    readonly params: E extends { readonly params: infer P extends z.ZodType } ? z.input<P> : undefined;
    readonly query: E extends { readonly query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
    readonly body: E extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;
    readonly answer: E["answers"] extends { readonly 200: infer A extends z.ZodType }
      ? z.output<A>
      : E["answers"] extends { readonly 202: infer A extends z.ZodType }
        ? z.output<A>
        : never;
  };
};
