import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activities } from "#domain/features/activities/feature.ts";
import { chat } from "#domain/features/chat/feature.ts";
import { ROOM } from "#domain/features/chat/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { friendships } from "#domain/features/friendships/feature.ts";
import { notifications } from "#domain/features/notifications/feature.ts";
import { profiles } from "#domain/features/profiles/feature.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { declaredBy } from "#domain/kernel/feature.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { chattersOn, MESSAGES, put } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { createSite, NEWEST, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const calls = declaredBy([chat, friendships, notifications, profiles, activities] as const, "endpoints");
type Call = keyof typeof calls;

/** Alice's objects, who has blocked one of the callers; and the admin's. */
interface Things {
  readonly alice: string;
  readonly message: string;
  readonly notice: string;
  readonly request: string;
  readonly admin: string;
  readonly adminMessage: string;
  readonly adminReport: string;
}
const NOTHING: Things = {
  ...{ alice: "", message: "", notice: "", request: "", admin: "", adminMessage: "", adminReport: "" },
};

/** Answers about another player's id, an unused one, and a malformed one. */
type Outcomes = readonly [foreign: string, unknown: string, malformed?: string];

/** A call with an id: in the path, or in a field of the body. */
interface Line {
  readonly id: string;
  readonly unknown?: string;
  readonly field?: string;
  readonly body?: object;
  readonly player: Outcomes;
  /** For calls of moderators, tried on an admin's object. */
  readonly moderator?: Outcomes;
}

const MALFORMED = "400 invalid_request";
const NO_MESSAGE = "404 not_found";
const NO_REQUEST: Outcomes = ["404 unknown_request", "404 unknown_request"];
const STAFF_ONLY: Outcomes = ["403 forbidden", "403 forbidden", "403 forbidden"];
const BECAUSE = { reason: "For the test" };

/** Null for a call without an id. */
const lines = (of: Things): { readonly [C in Call]: Line | null } => ({
  ...{ chatRoom: null, chatMessages: null, unreadMessages: null, readMessages: null },
  ...{ chatReports: null, chatMutes: null, slowChat: null },
  ...{ friends: null, friendRequests: null, blocks: null, findPlayers: null },
  ...{ notifications: null, readAllNotifications: null, unreadNotifications: null },
  ...{ privacy: null, setPrivacy: null, activities: null },
  postMessage: {
    ...{ id: of.message, field: "replyToId", body: { message: "What did you say?" } },
    player: ["200", "409 reply_gone"],
  },
  editMessage: { id: of.message, body: { message: "Mine" }, player: [NO_MESSAGE, NO_MESSAGE] },
  deleteMessage: {
    ...{ id: of.message, body: BECAUSE },
    player: ["403 forbidden", NO_MESSAGE],
  },
  reportMessage: { id: of.message, body: BECAUSE, player: ["200", NO_MESSAGE] },
  resolveReport: {
    ...{ id: of.adminReport, body: { action: "mute", ...BECAUSE } },
    player: STAFF_ONLY,
    moderator: ["403 forbidden", NO_MESSAGE],
  },
  mutePlayer: {
    ...{ id: of.admin, field: "userId", body: { minutes: 1, ...BECAUSE } },
    player: STAFF_ONLY,
    moderator: ["403 forbidden", "404 unknown_player"],
  },
  unmutePlayer: {
    ...{ id: of.admin, body: BECAUSE },
    player: STAFF_ONLY,
    moderator: ["403 forbidden", "404 unknown_player"],
  },
  messageHistory: { id: of.adminMessage, player: STAFF_ONLY, moderator: ["200", NO_MESSAGE] },
  endFriendship: { id: of.alice, body: {}, player: ["404 not_friends", "404 not_friends"] },
  askFriend: {
    ...{ id: "alice", field: "username" },
    player: ["403 not_available", "404 unknown_player"],
  },
  cancelFriendRequest: { id: of.request, body: {}, player: NO_REQUEST },
  acceptFriendRequest: { id: of.request, body: {}, player: NO_REQUEST },
  declineFriendRequest: { id: of.request, body: {}, player: NO_REQUEST },
  block: { id: of.alice, field: "userId", player: ["200", "404 unknown_player"] },
  unblock: { id: of.alice, body: {}, player: ["404 not_blocked", "404 not_blocked"] },
  readNotification: {
    ...{ id: of.notice, unknown: "n_999999999", body: {} },
    player: [NO_MESSAGE, NO_MESSAGE],
  },
  profile: { id: of.alice, player: ["200", NO_MESSAGE] },
});
const naming = Object.entries(lines(NOTHING)).flatMap(([call, line]) =>
  line === null ? [] : [call as Call],
);

const NO_ID_OF_A_PATH = ["a b", "é", "x".repeat(200), "\u0000", "-", "'--", "*", "%"];
const NO_ID_OF_A_BODY = [7, null, [], {}, "", "\u0000", "\ud800", "x".repeat(200)];

/** The path and body with an id. */
function sent(by: Visitor, { method, path }: Endpoint, { field, body }: Line, id: unknown): Promise<Answer> {
  const whole = field === undefined ? body : { ...body, [field]: id };
  const to = path.replace(/\{\w+\}/, field === undefined ? encodeURIComponent(String(id)) : "");
  return by.ask(`${method} /api${to}`, whole);
}
const said = ({ status, code }: Answer) => (code === null ? String(status) : `${status} ${code}`);
/** An answer without the id of its request. */
const told = ({ status, text }: Answer) => [status, text.replaceAll(/"(requestId|instance)":"[^"]*"/g, "")];

describeEachEngine("ids of others", (engine) => {
  let site: Site;
  let things: Things;
  let alice: Visitor;
  let live: LiveStream;
  let people: { readonly [who in "blocked" | "stranger" | "moderator"]: Visitor };

  beforeAll(async () => {
    site = await createSite(engine);
    const chatters = await chattersOn(site);
    const { admin, ids, moderator } = chatters;
    ({ alice } = chatters);
    await chatters.levelMin(1);
    people = { blocked: chatters.bob, stranger: await site.player("carol"), moderator };
    const asking = await site.player("erik");
    const asked = await asking.post("/api/social/friend-requests", { username: "alice" });
    await alice.post("/api/social/blocks", { userId: ids.bob });
    const privacy = (await alice.get("/api/me/privacy")).as(endpoints.privacy);
    await put(alice, "/api/me/privacy", { ...privacy, requests: false });
    const { id: message } = await chatters.say(alice);
    const { id: adminMessage } = await chatters.say(admin);
    const report = await alice.post(`${MESSAGES}/${adminMessage}/report`, BECAUSE);
    const [notice] = (await alice.get("/api/social/notifications")).as(endpoints.notifications);
    things = {
      ...{ alice: ids.alice, admin: ids.admin, message, adminMessage, notice: notice?.id ?? "" },
      ...{ request: asked.as(endpoints.askFriend).id, adminReport: report.as(endpoints.reportMessage).id },
    };
    expect(Object.values(things)).not.toContain("");
    live = await alice.live({}, { chat: ROOM });
    await live.untilFrame(({ name }) => name === "chat");
  });
  afterAll(async () => {
    await live.close();
    await site.close();
  });

  /** Everything stored beside the log, and Alice's view of it. */
  async function kept() {
    const tables: { [name: string]: unknown } = { books: await site.books() };
    for (const name of ["chat_messages", "chat_edits", "chat_reports", "chat_reads", "identities"])
      tables[name] = await site.db.query(`select t::text as row from ${name} t order by 1`);
    for (const name of ["notification_reads", "notification_marks"])
      tables[name] = await site.db.query(`select t::text as row from ${name} t order by 1`);
    for (const path of ["notifications", "friends", "friend-requests", "blocks"])
      tables[path] = (await alice.get(`/api/social/${path}`)).text;
    return tables;
  }

  const expected = (line: Line, who: keyof typeof people): Outcomes =>
    who === "moderator" ? (line.moderator ?? line.player) : line.player;
  const whoAsks = (line: Line) =>
    line.moderator === undefined ? (["blocked", "stranger"] as const) : (["stranger", "moderator"] as const);

  it("has a line for every call with an id", () => {
    const nameless = Object.entries(lines(NOTHING)).flatMap(([call, line]) => (line === null ? [call] : []));
    const couldName = nameless.filter((call) => {
      const { params, body }: Endpoint = calls[call as Call];
      const fields = [...Object.keys(params?.shape ?? {}), ...Object.keys(body?.shape ?? {})];
      return fields.some((field) => params !== undefined || /id$|name$|player|user/i.test(field));
    });
    expect(couldName).toEqual([]);
  });

  describe("change nothing when refused, and give a blocked player the same answer", () => {
    it.each(naming)("answers another player's id as declared: %s", async (call) => {
      const line = lines(things)[call];
      if (line === null) throw new Error("It names nothing");
      const endpoint: Endpoint = endpoints[call];
      const bad = line.field === undefined ? NO_ID_OF_A_PATH : NO_ID_OF_A_BODY;
      site.clock.now += 2 * MINUTE_MS;
      const before = await kept();
      const answers = new Map<string, unknown[]>();
      for (const who of whoAsks(line)) {
        const [foreign, unknown, malformed = MALFORMED] = expected(line, who);
        const by = people[who];
        const asked = [
          ...(foreign.startsWith("2") ? [] : [[line.id, foreign] as const]),
          [line.unknown ?? "nothing_has_this", unknown] as const,
          ...bad.map((id) => [id, malformed] as const),
        ];
        const all: unknown[] = [];
        for (const [id, due] of asked) {
          const answer = await sent(by, endpoint, line, id);
          expect([who, id, said(answer)]).toEqual([who, id, due]);
          all.push(told(answer));
        }
        answers.set(who, all);
      }
      expect(await kept()).toEqual(before);
      if (line.moderator === undefined) expect(answers.get("blocked")).toEqual(answers.get("stranger"));
    });
  });

  it("reveal nothing to their owner when refused", async () => {
    await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const topics = (await live.until("games")).map(({ topic }) => topic);
    expect(topics.filter((topic) => /chat|friends|notifications|privacy/.test(topic))).toEqual([]);
    expect(live.frames).toEqual([]);
  });

  it("get no answer for a signed-out visitor, except for public data", async () => {
    for (const call of naming) {
      const line = lines(things)[call];
      if (line === null) continue;
      const due = call === "profile" ? "200" : "401 unauthorized";
      expect([call, said(await sent(site.visitor(), endpoints[call], line, line.id))]).toEqual([call, due]);
    }
  });

  it("show a blocked player exactly what they show a stranger", async () => {
    const made = await alice.post("/api/user-games", { title: "A coin of alice", gameType: "coinflip" });
    const opened = await alice.post("/api/live-coinflips", { betAmount: 10, betSide: "rbx" });
    const played = await alice.post("/api/games/coinflip", { betAmount: 20, betSide: "rbx" });
    expect([made.status, opened.status, played.status]).toEqual([200, 200, 200]);
    const paths = [
      `players/${things.alice}`,
      ...["social/players?search=alice", "social/activities?scope=all", "chat/messages", "user-games"],
      ...["leaderboard", "games/bets", "games/largest", "games/live", "live-coinflips"],
    ];
    for (const path of paths) {
      const shown = async (who: "blocked" | "stranger") =>
        told(await people[who].get(`/api/${path}`, NEWEST));
      const toStranger = await shown("stranger");
      expect([path, String(toStranger).includes("alice")]).toEqual([path, true]);
      expect([path, await shown("blocked")]).toEqual([path, toStranger]);
    }
    // Data for signed-in players is included.
    const visited = told(await site.visitor().get(`/api/players/${things.alice}`, NEWEST));
    expect(told(await people.blocked.get(`/api/players/${things.alice}`, NEWEST))).toEqual(visited);
  });

  it("work for a blocked player as for everybody, where others may be named", async () => {
    for (const call of naming) {
      const line = lines(things)[call];
      if (line === null) continue;
      for (const who of whoAsks(line)) {
        const [foreign] = expected(line, who);
        site.clock.now += MINUTE_MS;
        if (!foreign.startsWith("2")) continue;
        expect([call, who, said(await sent(people[who], endpoints[call], line, line.id))]).toEqual([
          call,
          who,
          foreign,
        ]);
      }
    }
  });
});
