import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** The support address and the account for trades: both are settings of the environment. */
export function contactRoutes(app: Hono<Env>, deps: Deps): void {
  const { supportContact, depositAccount } = deps.config;
  route(app, { deps, endpoint: endpoints.contacts }, async () => ({
    support: supportContact,
    deposits: depositAccount,
  }));
}
