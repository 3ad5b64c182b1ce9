import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { ValuedLimited } from "#domain/features/limiteds/contract.ts";
import { limiteds, limitedValues, listedAmong } from "#projections/features/limiteds/limiteds.ts";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { HttpProblem, notFound, unavailableProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import { placeholderPicture } from "#service/integrations/platform/sample/art.ts";
import { listCommand } from "./list-command.ts";
import { toldByPlatform } from "./seed-limiteds.ts";
import type { LimitedServices } from "./services.ts";

const ASSET_ID = /^[1-9]\d{0,14}$/;
/** How long browsers cache a picture and a placeholder, in seconds. */
const PICTURE_SECONDS = 86_400;
const PLACEHOLDER_SECONDS = 60;

/** Columns of the export of values. */
const VALUE_COLUMNS: readonly Column<ValuedLimited>[] = [
  ...fields("assetId", "name", "value"),
  { name: "marketValue", of: ({ market }) => market.value },
  { name: "marketSource", of: ({ market }) => market.source },
  { name: "marketAt", of: ({ market }) => market.at },
  { name: "overriddenBy", of: ({ override }) => override?.by ?? null },
  { name: "overriddenAt", of: ({ override }) => override?.at ?? null },
  { name: "reason", of: ({ override }) => override?.reason ?? null },
];

/** The catalogue, its values and pictures, and how admins fill it. */
export function limitedRoutes(app: Hono<Env>, deps: Deps & LimitedServices): void {
  route(app, { deps, endpoint: endpoints.limiteds }, async ({ models, query }) => limiteds(models, query));

  route(app, { deps, endpoint: endpoints.limitedValues }, (call) => {
    const { search, overridden } = call.query;
    const isOverridden = overridden === "1";
    const page = (query: PageQuery) => limitedValues(call.models, { search, isOverridden, ...query });
    return pageOrExport({ call, deps }, { name: "catalogue", columns: VALUE_COLUMNS, page });
  });

  route(app, { deps, endpoint: endpoints.seedLimiteds }, async (call) => {
    const origin = call.origin();
    const told = await toldByPlatform(deps).catch((error: unknown) => {
      if (!(error instanceof PlatformTrouble)) throw error;
      throw unavailableProblem("The platform cannot be asked at the moment.", error.retryAfterSeconds);
    });
    try {
      if (told.length > 0) await perform(listCommand(origin, told), { call, deps });
    } catch (error) {
      const isKnown = error instanceof HttpProblem && error.code === "catalogue_unchanged";
      if (!isKnown) throw error;
    }
    return { count: told.length };
  });

  app.get("/limiteds/:assetId/picture", async function picture(context) {
    const text = context.req.param("assetId");
    const assetId = ASSET_ID.test(text) ? Number(text) : 0;
    // This site serves no pictures but those of its items.
    if (!(await listedAmong(deps.reads, [assetId])).has(assetId)) throw notFound();
    const drawn = deps.samplePicture(assetId);
    if (drawn !== null) return svg(drawn, PICTURE_SECONDS);
    const found = await deps.pictures.of(assetId);
    if (found === null) return svg(placeholderPicture, PLACEHOLDER_SECONDS);
    return new Response(found.bytes, { headers: headersOf(found.type, PICTURE_SECONDS) });
  });
}

const headersOf = (type: string, seconds: number): Record<string, string> => ({
  "Content-Type": type,
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": `public, max-age=${seconds}`,
});

/** A picture made here. */
const svg = (text: string, seconds: number): Response =>
  new Response(text, { headers: headersOf("image/svg+xml", seconds) });
