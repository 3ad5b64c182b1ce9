import { apiQuery } from "#web/lib/api/api-query.ts";

/** Rows on one page of the audit's lists. */
export const AUDIT_PER_PAGE = 20;
const limit = String(AUDIT_PER_PAGE);

/** Filters of a list; unset ones are left out of the query. */
type Filters<K extends string> = { readonly [F in K]?: string | undefined };

const given = <K extends string>(filters: Filters<K>): { [F in K]?: string } =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))) as { [F in K]?: string };

/** A page of the players that a search finds. */
export const playersQuery = (filters: Filters<"search" | "next">) =>
  apiQuery("GET /admin/players", { input: { query: { limit, ...given(filters) } } });

/** A player's file. */
export const playerQuery = (id: string) => apiQuery("GET /admin/players/{id}", { input: { params: { id } } });

/** A page of an account's entries. */
export const accountEntriesQuery = (
  account: string,
  { order, ...filters }: Filters<"asset" | "from" | "to" | "next"> & { readonly order?: "oldest" },
) =>
  apiQuery("GET /admin/accounts/{account}/entries", {
    input: { params: { account }, query: { limit, ...given(filters), ...(order && { order }) } },
  });

/** Every type of event that the log can hold. */
export const eventTypesQuery = apiQuery("GET /admin/event-types");

/** What an account held after a position, at an instant, or now: of all assets, or of one. */
export const accountBalanceQuery = (account: string, moment: Filters<"asset" | "position" | "at">) =>
  apiQuery("GET /admin/accounts/{account}/balance", {
    input: { params: { account }, query: given(moment) },
  });

/** The filters of the event explorer, as the address keeps them. */
export const EVENT_FILTERS = ["stream", "type", "actor", "after", "before", "order"] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

/** A page of events as they are stored. */
export const eventsQuery = ({ order, ...filters }: Filters<EventFilter | "next">) =>
  apiQuery("GET /admin/events", {
    input: {
      query: {
        limit,
        ...given(filters),
        ...((order === "newest" || order === "oldest") && { order }),
      },
    },
  });

/** The one event at a position. */
export const eventQuery = (position: number) =>
  apiQuery("GET /admin/events", {
    input: { query: { limit: "1", after: String(position - 1), before: String(position + 1) } },
  });
