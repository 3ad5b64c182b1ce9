import { beforeAll, beforeEach } from "vitest";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { endpoints } from "#domain/features/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import type { Answer } from "./answer.ts";
import type { TestEngine } from "./engines.ts";
import type { Site } from "./site.ts";
import { madeLater, siteOf } from "./sites.ts";
import type { Visitor } from "./visitor.ts";

export const MESSAGES = "/api/chat/messages";

/** Sends a request with a body as the site's own page does. */
const sending = (method: string) => (by: Visitor, path: string, body: object) =>
  by.ask(`${method} ${path}`, body);
export const put = sending("PUT");
export const patch = sending("PATCH");
export const remove = sending("DELETE");

/** Status and code of an answer. */
export const outcomeOf = ({ status, code }: Answer) => [status, code];

/** People who chat on a site, and a moderator. */
export interface Chatters {
  readonly admin: Visitor;
  readonly alice: Visitor;
  readonly bob: Visitor;
  readonly moderator: Visitor;
  readonly ids: { readonly [name in "admin" | "alice" | "bob" | "moderator"]: string };
  /** Opens the chat from a level on. */
  levelMin(level: number): Promise<void>;
  /** Another text each time. */
  words(): string;
  /** Writes as a player, once no limit delays it. */
  say(by: Visitor, message?: string): Promise<ChatMessage>;
  /** The messages that a player sees, by default bob. */
  newest(by?: Visitor, query?: string): Promise<readonly ChatMessage[]>;
}

export async function chattersOn(site: Site): Promise<Chatters> {
  const [admin, alice, bob] = [
    await site.player("admin"),
    await site.player("alice"),
    await site.player("bob"),
  ];
  const moderator = await site.player("moderator");
  const idOf = async (visitor: Visitor) => (await visitor.user()).id;
  const ids = {
    admin: await idOf(admin),
    alice: await idOf(alice),
    bob: await idOf(bob),
    moderator: await idOf(moderator),
  };
  const granting = { playerId: ids.moderator, role: "moderator", reason: "For the test" };
  const granted = await admin.post("/api/admin/roles", granting);
  if (granted.status !== 200) throw new Error(`There is no moderator: ${granted.text}`);
  let number = 0;
  const words = () => {
    number += 1;
    return `Something else, number ${number}`;
  };
  return {
    ...{ admin, alice, bob, moderator, ids, words },
    levelMin: async (level) => {
      await admin.signIn("admin");
      const { version } = (await admin.get("/api/admin/settings")).as(endpoints.settings);
      const values = { chatLevelMin: level };
      const changed = await put(admin, "/api/admin/settings", { version, values, reason: "For the test" });
      if (changed.status !== 200) throw new Error(`The level was not set: ${changed.text}`);
    },
    say: async (by, message = words()) => {
      site.clock.now += 6_000;
      return (await by.post(MESSAGES, { message })).as(endpoints.postMessage);
    },
    newest: async (by = bob, query = "") => (await by.get(`${MESSAGES}${query}`)).as(endpoints.chatMessages),
  };
}

/** A site with people who chat, for the tests of a file. Its clock skips the limits of earlier messages. */
export function chatSite(engine: TestEngine) {
  const site = siteOf(engine);
  let chatters: Chatters | undefined;
  beforeAll(async () => {
    chatters = await chattersOn(site);
  });
  beforeEach(() => {
    site.clock.now += 2 * MINUTE_MS;
  });
  const [admin, alice] = [madeLater(() => chatters?.admin), madeLater(() => chatters?.alice)];
  const [bob, moderator] = [madeLater(() => chatters?.bob), madeLater(() => chatters?.moderator)];
  const ids = madeLater(() => chatters?.ids);
  return { site, chatters: madeLater(() => chatters), admin, alice, bob, moderator, ids };
}
