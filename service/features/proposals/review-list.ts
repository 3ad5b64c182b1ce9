import type { Context } from "hono";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Page, PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import { recordAccess } from "#service/features/roles/access-log.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { type Reviewed, withSecondBars } from "./second-bars.ts";

interface Listed {
  readonly id: string;
  readonly position: number;
  readonly player: { readonly username: string };
  readonly userId: string;
  readonly status: string;
  readonly adminNotes: string | null;
  readonly approvals: number;
  readonly reviewedBy: { readonly username: string } | null;
}

/** The columns of an export of reviews: player, request, review and times. */
export const reviewColumns = <T extends Listed>(
  own: readonly Column<T>[],
  times: readonly Column<T>[],
): readonly Column<T>[] => [
  ...fields("id", "position"),
  { name: "player", of: ({ player }) => player.username },
  ...fields("userId", "status"),
  ...own,
  ...fields("adminNotes", "approvals"),
  { name: "reviewedBy", of: ({ reviewedBy }) => reviewedBy?.username ?? null },
  ...times,
];

interface ReviewCall {
  readonly caller: Caller;
  readonly context: Context<Env>;
  readonly models: ReadModels;
  readonly query: PageQuery & { readonly export?: "1" | "csv" | undefined };
}

interface ReviewList<T> {
  /** The export's name, without its extension. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** The path of the list, under which each access to a player is logged. */
  readonly path: string;
  readonly page: (query: PageQuery) => Promise<Page<T>>;
}

/**
 * Answers with a queue of reviews, or exports it whole. Logs access, and tells the caller which second approvals they
 * cannot give.
 */
export function reviewList<T extends Reviewed & { readonly userId: string }>(
  { call, deps }: { readonly call: ReviewCall; readonly deps: Deps },
  { name, columns, path: what, page }: ReviewList<T>,
): Promise<Page<T> | Response> {
  const { caller, context, models } = call;
  const shown = async (query: PageQuery): Promise<Page<T>> => {
    const found = await page(query);
    const seen = found.items.map(({ userId }) => userId);
    await recordAccess({ caller, context, what }, seen, deps);
    const items = await withSecondBars(found.items, { callerId: caller.playerId, models, deps });
    return { ...found, items };
  };
  return pageOrExport({ call, deps }, { name, columns, page: shown });
}
