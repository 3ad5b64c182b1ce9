import { ROOM } from "#domain/features/chat/rules.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import type { CurrentUser } from "#web/lib/api/session.ts";

/** Polling interval of the chat while the live stream is down, in milliseconds. */
const CHAT_POLL_MS = 3_000;
/** Messages on the newest page, and on each older one. */
export const PAGE_MESSAGES = 50;
export const REPORTS_PER_PAGE = 20;

/** The live stream's room for messages. */
export const CHAT_ROOM = { parameter: "chat", value: ROOM };

/** The newest messages. They are in no log, so stream positions repeat. */
export const newestQuery = apiQuery("GET /chat/messages", {
  input: { query: { limit: String(PAGE_MESSAGES) } },
  topics: ["chat"],
  unlogged: ["chat"],
  pollMs: CHAT_POLL_MS,
});

/** Whether the chat is open, and why the player cannot write; mutes also arrive as notifications. */
export const roomQuery = apiQuery("GET /chat/room", { topics: ["notifications", "moderation", "games"] });

/** Up to where the player has read. */
export const readQuery = apiQuery("GET /chat/unread");

/** A page of reports. */
export const reportsQuery = (status: "open" | "closed", next: string | undefined) =>
  apiQuery("GET /chat/reports", {
    input: { query: { status, limit: String(REPORTS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["moderation"],
    unlogged: ["moderation"],
  });

/** Who is muted. */
export const mutesQuery = (next: string | undefined) =>
  apiQuery("GET /chat/mutes", {
    input: { query: { limit: String(REPORTS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["moderation"],
    unlogged: ["moderation"],
  });

/** What a message said before. */
export const historyQuery = (id: string) =>
  apiQuery("GET /chat/messages/{id}/history", { input: { params: { id } } });

/** Whether somebody moderates. */
export const isStaff = ({ roles }: Pick<CurrentUser, "roles">): boolean => roles.length > 0;
