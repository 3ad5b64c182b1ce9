import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";
import type { PaymentMethodServices } from "./feature.ts";

/** How players pay and are paid. */
export function paymentMethodRoutes(app: Hono<Env>, deps: Deps & PaymentMethodServices): void {
  const { methods } = deps;

  route(app, { deps, endpoint: endpoints.paymentMethods }, ({ caller }) => methods.of(caller.playerId));

  route(app, { deps, endpoint: endpoints.addPaymentMethod }, ({ caller, body }) =>
    methods.add(caller.playerId, body),
  );

  route(app, { deps, endpoint: endpoints.changePaymentMethod }, ({ caller, params, body }) =>
    methods.change(caller.playerId, params.id, body),
  );

  route(app, { deps, endpoint: endpoints.removePaymentMethod }, ({ caller, params }) =>
    methods.remove(caller.playerId, params.id),
  );
}
