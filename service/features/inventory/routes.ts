import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { NamedRate } from "#domain/kernel/contract.ts";
import { userLimiteds } from "#projections/features/inventory/user-limiteds.ts";
import { isCarriedOut } from "#service/event-store/commands/command-lookup.ts";
import type { Env } from "#service/http/access/caller.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { answeredBefore } from "#service/http/idempotency/answered-before.ts";
import { HttpProblem, unavailableProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import { syncCommand } from "./sync-command.ts";
import {
  type InventoryLook,
  type InventoryServices,
  listNewItems,
  lookAtInventory,
  takeOver,
} from "./sync-inventory.ts";

/**
 * The error text for a failure of the platform. The site distinguishes three cases by a word: "private" for a hidden
 * inventory, "token" for a sign-in to renew, neither for all others.
 */
function platformProblem(error: unknown): unknown {
  if (!(error instanceof PlatformTrouble)) return error;
  const { kind, retryAfterSeconds } = error;
  if (kind === "hidden") {
    const detail = "Your Roblox inventory is private. Make it public and sync again.";
    return new HttpProblem(409, { code: "inventory_private", detail });
  }
  if (kind === "unauthorized") {
    const detail = "Your Roblox access token is no longer valid. Sign out and sign in again.";
    return new HttpProblem(409, { code: "platform_token_expired", detail });
  }
  const detail = {
    busy: "Roblox is limiting our requests at the moment. Try again shortly.",
    away: "Roblox cannot be reached at the moment. Try again shortly.",
    strange: "Roblox returned an unusable answer. Try again shortly.",
  }[kind];
  return unavailableProblem(detail, retryAfterSeconds);
}

/** The platform's own limits come on top. */
const SYNC_RATE: NamedRate = { name: "sync-inventory", perSecond: 0.1, burst: 6 };

type Performing = Parameters<typeof perform>[1];

/** A player's own items, and the sync with the platform. */
export function inventoryRoutes(app: Hono<Env>, deps: Deps & InventoryServices): void {
  const looks = new Map<string, Promise<InventoryLook>>();
  /** Concurrent syncs of a player share one look, and are decided one after another. */
  const lookFor = (playerId: string): Promise<InventoryLook> => {
    const underWay = looks.get(playerId);
    if (underWay !== undefined) return underWay;
    const begun = lookAtInventory(playerId, deps).finally(() => looks.delete(playerId));
    looks.set(playerId, begun);
    return begun;
  };

  route(app, { deps, endpoint: endpoints.userLimiteds }, async ({ caller, models, query }) => {
    return userLimiteds(models, caller.playerId, query);
  });

  route(app, { deps, endpoint: endpoints.syncInventory }, async (call) => {
    const { playerId } = call.caller;
    const origin = call.origin();
    const how = { call, deps };
    if (await isCarriedOut(origin, deps.db))
      return countOf(await perform(answeredBefore<Count>(origin), how));
    deps.limits.demandRate(SYNC_RATE, call.context, deps);
    try {
      const look = await lookFor(playerId);
      await listNewItems(look, deps);
      await takeOver({ playerId, look }, deps, async (command, number) => {
        // The first part stands for the request; the others follow from the same look.
        const from = number === 0 ? origin : playerOrigin(playerId, deps.now());
        return isTaken(syncCommand(from, command), how);
      });
      return { count: look.copies.length };
    } catch (error) {
      throw platformProblem(error);
    }
  });
}

type Count = { readonly count: number };
const countOf = ({ count }: Count): Count => ({ count });

/** Submits a part. @returns false if its look-up was overtaken */
async function isTaken(submission: ReturnType<typeof syncCommand>, how: Performing): Promise<boolean> {
  try {
    await perform(submission, how);
    return true;
  } catch (error) {
    if (error instanceof HttpProblem && error.code === "copies_moved") return false;
    throw error;
  }
}
