import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { HIDDEN_NAME, type Privacy } from "#domain/player/privacy.ts";
import { friendships } from "#service/features/friendships/feature.ts";
import { chattersOn, put } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const SETTINGS = ["public", "friends", "hidden"] as const;
type Setting = (typeof SETTINGS)[number];
const VIEWERS = ["visitor", "stranger", "blocked", "moderator", "admin", "friend", "self"] as const;
/** Staff use the console to look at people; on the site they see what everybody sees. */

/** Viewers allowed by each privacy setting. */
const SEEN_BY: { readonly [S in Setting]: readonly (typeof VIEWERS)[number][] } = {
  public: VIEWERS,
  friends: ["friend", "self"],
  hidden: ["self"],
};

interface Subject {
  readonly visitor: Visitor;
  readonly id: string;
  readonly username: string;
  readonly flipId: string;
  readonly gameId: string;
}

type Played = { readonly jackpot: string; readonly crash: string };

/** Where everybody sees players; `played` has games that each player bet on. */
const SURFACES: { readonly [what: string]: (subject: Subject, played: Played) => string } = {
  "the leaderboard": () => "/api/leaderboard",
  "the leaderboard by profit": () => "/api/leaderboard?period=day&by=profit",
  "the live bets": () => "/api/games/bets",
  "the largest bets": () => "/api/games/largest",
  "open coinflips": () => "/api/live-coinflips",
  "coinflips of the limiteds page": () => "/api/coinflips/live",
  "one coinflip": ({ flipId }) => `/api/live-coinflips/${flipId}`,
  "live games": () => "/api/games/live",
  "the chat of a watched game": ({ flipId }) => `/api/spectator/chat?gameId=${flipId}`,
  "player-made games": () => "/api/user-games",
  "one player-made game": ({ gameId }) => `/api/user-games/${gameId}`,
  "a round of a jackpot": (_subject, { jackpot }) => `/api/user-games/${jackpot}/round?currency=rbx`,
  "the profile": ({ id }) => `/api/players/${id}`,
  "a round of a crash game": (_subject, { crash }) => `/api/user-games/${crash}/round?currency=rbx`,
};

/** Where only signed-in players see players, and hidden ones are left out. */
const LEFT_OUT_OF: { readonly [what: string]: (subject: Subject) => string } = {
  "the search": ({ username }) => `/api/social/players?search=${username}`,
  "the activity of all": () => "/api/social/activities?limit=200",
};

async function set(visitor: Visitor, change: Pick<Privacy, "profile" | "presence">): Promise<void> {
  const privacy: Privacy = { activity: "public", requests: true, ...change };
  expect((await put(visitor, "/api/me/privacy", privacy)).status).toBe(200);
}

describeEachEngine("a player with privacy settings", (engine) => {
  const site = siteOf(engine);
  let played: Played = { jackpot: "", crash: "" };
  const subjects = new Map<Setting, Subject>();
  const viewers = new Map<(typeof VIEWERS)[number], Visitor>();

  const made = async (visitor: Visitor, gameType: string) =>
    (await visitor.post("/api/user-games", { title: `A ${gameType}`, gameType })).as(endpoints.createUserGame)
      .id;

  async function arrive(setting: Setting): Promise<Subject> {
    const visitor = site.visitor();
    const { id, username } = await visitor.signIn(`${setting}person`);
    await visitor.post("/api/games/coinflip", { betAmount: 20, betSide: "rbx" });
    const opened = await visitor.post("/api/live-coinflips", { betAmount: 10, betSide: "rbx" });
    const flipId = opened.as(endpoints.openCoinflip).id;
    const gameId = await made(visitor, "coinflip");
    for (const game of Object.values(played)) {
      const bet = await visitor.post(`/api/user-games/${game}/bets`, { betAmount: 1, currency: "rbx" });
      expect([bet.status, bet.text.slice(0, 90)]).toEqual([200, expect.any(String)]);
    }
    await set(visitor, { profile: setting, presence: true });
    return { visitor, id, username, flipId, gameId };
  }

  beforeAll(async () => {
    const maker = await site.player("maker");
    played = { jackpot: await made(maker, "jackpot"), crash: await made(maker, "crash") };
    for (const setting of SETTINGS) subjects.set(setting, await arrive(setting));
    viewers.set("visitor", site.visitor()).set("stranger", await site.player("stranger"));
    const chatters = await chattersOn(site);
    await chatters.levelMin(1);
    viewers.set("moderator", chatters.moderator).set("admin", chatters.admin);
    const blocked = await site.player("blocked");
    viewers.set("blocked", blocked);
    const friend = await site.player("friend");
    viewers.set("friend", friend);
    for (const { visitor, username } of subjects.values()) {
      await chatters.say(visitor);
      await visitor.post("/api/social/blocks", { userId: (await blocked.user()).id });
      await friend.post("/api/social/friend-requests", { username });
      await visitor.post("/api/social/friend-requests", { username: "friend" });
    }
  });

  const subjectOf = (setting: Setting): Subject => {
    const subject = subjects.get(setting);
    if (subject === undefined) throw new Error(`Nobody has ${setting}`);
    return subject;
  };

  for (const [what, pathOf] of Object.entries(SURFACES))
    for (const setting of SETTINGS)
      it(`${what}: ${setting} shows the player to ${SEEN_BY[setting].join(", ")}`, async () => {
        const subject = subjectOf(setting);
        for (const name of VIEWERS) {
          const viewer = name === "self" ? subject.visitor : (viewers.get(name) ?? site.visitor());
          const { status, text } = await viewer.get(pathOf(subject, played));
          expect(status).toBe(200);
          const isSeen = SEEN_BY[setting].includes(name);
          expect([name, text.includes(subject.username)]).toEqual([name, isSeen]);
          // The caller of a profile already has its id.
          if (!isSeen && what !== "the profile")
            expect([name, text.includes(subject.id)]).toEqual([name, false]);
          if (!isSeen) expect(text).toContain(HIDDEN_NAME);
        }
      });

  const signedIn = VIEWERS.filter((name) => name !== "visitor");
  const viewerOf = (name: (typeof VIEWERS)[number], setting: Setting) =>
    name === "self" ? subjectOf(setting).visitor : (viewers.get(name) ?? site.visitor());
  for (const [what, pathOf] of Object.entries(LEFT_OUT_OF))
    it(`${what}: shows a player only to those who may see them`, async () => {
      for (const setting of SETTINGS)
        for (const name of signedIn) {
          const subject = subjectOf(setting);
          const { text } = await viewerOf(name, setting).get(pathOf(subject));
          // The search leaves out the caller.
          const isSeen = SEEN_BY[setting].includes(name) && !(what === "the search" && name === "self");
          expect([setting, name, text.includes(subject.id)]).toEqual([setting, name, isSeen]);
        }
      expect((await site.visitor().get(pathOf(subjectOf("public")))).status).toBe(401);
    });

  it("the chat: shows a player's messages with their name to all readers", async () => {
    for (const setting of SETTINGS)
      for (const name of signedIn) {
        const { status, text } = await viewerOf(name, setting).get("/api/chat/messages");
        const { id, username } = subjectOf(setting);
        expect([name, status]).toEqual([name, 200]);
        expect([name, text.includes(id), text.includes(username)]).toEqual([name, true, true]);
      }
    expect((await site.visitor().get("/api/chat/messages")).status).toBe(401);
  });

  it("presence: is shown only to friends, and only while the player shows it", async () => {
    const presenceFor = async (name: (typeof VIEWERS)[number], setting: Setting) =>
      (await viewerOf(name, setting).get("/api/social/friends"))
        .as(endpoints.friends)
        .find(({ friend }) => friend.id === subjectOf(setting).id)?.friend.presence;
    const streams = await Promise.all(SETTINGS.map((setting) => subjectOf(setting).visitor.live()));
    await friendships.of(site.service.deps).presence.look();
    for (const setting of SETTINGS) {
      for (const name of signedIn)
        expect([name, await presenceFor(name, setting)]).toEqual([
          name,
          name === "friend" ? "online" : undefined,
        ]);
      await set(subjectOf(setting).visitor, { profile: setting, presence: false });
      expect(await presenceFor("friend", setting)).toBeNull();
      await set(subjectOf(setting).visitor, { profile: setting, presence: true });
    }
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it("friends: shows a hidden player only to their friends", async () => {
    for (const setting of SETTINGS)
      for (const name of ["friend", "stranger"] as const) {
        const { text } = await viewerOf(name, setting).get("/api/social/friends");
        expect([setting, name, text.includes(subjectOf(setting).id)]).toEqual([
          setting,
          name,
          name === "friend",
        ]);
      }
  });
});
