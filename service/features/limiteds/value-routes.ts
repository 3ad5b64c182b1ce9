import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { ValuedLimited } from "#domain/features/limiteds/contract.ts";
import type { OverrideAnswer } from "#domain/features/limiteds/override.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { formatMinor, parseMinor } from "#domain/kernel/money.ts";
import { limitedValues } from "#projections/features/limiteds/limiteds.ts";
import type { PageQuery } from "#projections/kernel/log-reader.ts";
import { undertakeFor } from "#service/features/proposals/undertake.ts";
import type { Env } from "#service/http/caller.ts";
import type { Column } from "#service/http/csv.ts";
import type { Deps } from "#service/http/deps.ts";
import { pageOrExport } from "#service/http/export.ts";
import { route } from "#service/http/route.ts";

const COLUMNS: readonly Column<ValuedLimited>[] = [
  { name: "assetId", of: ({ assetId }) => assetId },
  { name: "name", of: ({ name }) => name },
  { name: "value", of: ({ value }) => value },
  { name: "marketValue", of: ({ market }) => market.value },
  { name: "marketSource", of: ({ market }) => market.source },
  { name: "marketAt", of: ({ market }) => market.at },
  { name: "overriddenBy", of: ({ override }) => override?.by ?? null },
  { name: "overriddenAt", of: ({ override }) => override?.at ?? null },
  { name: "reason", of: ({ override }) => override?.reason ?? null },
];

/** What items count for, and how admins set that. */
export function limitedValueRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.limitedValues }, (call) => {
    const { search, overridden } = call.query;
    const isOverridden = overridden === "1";
    const page = (query: PageQuery) => limitedValues(call.models, { search, isOverridden, ...query });
    return pageOrExport({ call, deps }, { name: "catalogue", columns: COLUMNS, page });
  });

  route(app, { deps, endpoint: endpoints.overrideLimitedValue }, async (call) => {
    const { params, body } = call;
    const value = parseMinor(String(body.value));
    invariant(value !== null, "the schema lets only amounts through");
    const wanted = { kind: "override_value" as const, assetId: params.assetId, value: String(value) };
    const done = await undertakeFor({ call, deps }, wanted, body.reason);
    return done instanceof Response ? done : inForce(done);
  });

  route(app, { deps, endpoint: endpoints.liftLimitedValue }, async (call) => {
    const { params, body } = call;
    const wanted = { kind: "lift_override" as const, assetId: params.assetId };
    const done = await undertakeFor({ call, deps }, wanted, body.reason);
    return done instanceof Response ? done : inForce(done);
  });
}

const inForce = ({ assetId, value }: OverrideAnswer) => ({ assetId, value: formatMinor(BigInt(value)) });
