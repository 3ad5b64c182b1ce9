import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { route } from "#service/http/route.ts";
import type { PaymentMethodServices } from "./feature.ts";
import { removeMethod } from "./methods.ts";

/** How players pay and are paid. */
export function paymentMethodRoutes(app: Hono<Env>, deps: Deps & PaymentMethodServices): void {
  const { methods } = deps;

  route(app, { deps, endpoint: endpoints.paymentMethods }, async ({ caller, query }) =>
    (await methods.of(caller.playerId)).slice(0, query.limit),
  );

  route(app, { deps, endpoint: endpoints.addPaymentMethod }, async (call) => {
    const { playerId } = call.caller;
    const { id } = await performBeside((tx) => methods.add(tx, playerId, call.body), { call, deps });
    return methods.one(playerId, id);
  });

  route(app, { deps, endpoint: endpoints.changePaymentMethod }, async (call) => {
    const { playerId } = call.caller;
    const changes = { ...call.body, id: call.params.id };
    await performBeside((tx) => methods.change(tx, playerId, changes), { call, deps });
    return methods.one(playerId, changes.id);
  });

  route(app, { deps, endpoint: endpoints.removePaymentMethod }, async (call) => {
    const { playerId } = call.caller;
    await performBeside((tx) => removeMethod(tx, playerId, call.params.id), { call, deps });
    return methods.of(playerId);
  });
}
