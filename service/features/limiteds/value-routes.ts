import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { ValuedLimited } from "#domain/features/limiteds/contract.ts";
import { limitedValues } from "#projections/features/limiteds/limiteds.ts";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { route } from "#service/http/route.ts";

const COLUMNS: readonly Column<ValuedLimited>[] = [
  ...fields("assetId", "name", "value"),
  { name: "marketValue", of: ({ market }) => market.value },
  { name: "marketSource", of: ({ market }) => market.source },
  { name: "marketAt", of: ({ market }) => market.at },
  { name: "overriddenBy", of: ({ override }) => override?.by ?? null },
  { name: "overriddenAt", of: ({ override }) => override?.at ?? null },
  { name: "reason", of: ({ override }) => override?.reason ?? null },
];

/** The values of items. */
export function limitedValueRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.limitedValues }, (call) => {
    const { search, overridden } = call.query;
    const isOverridden = overridden === "1";
    const page = (query: PageQuery) => limitedValues(call.models, { search, isOverridden, ...query });
    return pageOrExport({ call, deps }, { name: "catalogue", columns: COLUMNS, page });
  });
}
