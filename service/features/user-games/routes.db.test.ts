import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { ACTIVE_GAMES_MAX } from "#domain/features/user-games/rules.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { userGamePreview } from "#service/features/user-games/preview.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const GAMES = "/api/user-games";
const COIN = { title: "Even coin", gameType: "coinflip", minBet: 1, maxBet: 50, houseEdge: 5 };

const make = async (player: Visitor, other: object = {}): Promise<UserGameListed> =>
  (await player.post(GAMES, { ...COIN, ...other })).as(endpoints.createUserGame);
const change = (player: Visitor, id: string, changes: object) => player.ask(`PATCH ${GAMES}/${id}`, changes);

describeEachEngine("player-made games", (engine) => {
  const site = siteOf(engine);

  const listed = async (query = ""): Promise<UserGameListed[]> => {
    return (await site.visitor().get(`${GAMES}${query}`, NEWEST)).as(endpoints.userGames);
  };

  it("are stopped by an admin, without bets and unlisted, and resumed by two", async () => {
    const [maker, bob, admin] = [
      await site.player("maker2"),
      await site.player("bettor"),
      await site.player("admin"),
    ];
    const { id } = await make(maker, { title: "Misleading coin" });
    const halt = `/api/admin/user-games/${id}/halt`;
    expect((await bob.post(halt, { reason: "Mine" })).status).toBe(403);
    const bet = { betAmount: 1, betSide: "rbx" };
    const preview = async () => userGamePreview(`/user-games/${id}`, site.service.deps);
    expect((await listed("?search=Misleading")).length).toBe(1);
    expect(await preview()).toMatchObject({
      title: "Misleading coin",
      description: expect.stringContaining(`by ${(await maker.user()).username}. House edge`),
    });
    const hiding = { profile: "hidden", activity: "hidden", presence: false, requests: false };
    (await maker.ask("PUT /api/me/privacy", hiding)).as(endpoints.setPrivacy);
    expect((await preview())?.description).toContain("by Hidden player.");
    (await admin.post(halt, { reason: "The title misleads" })).as(endpoints.haltUserGame);
    const refused = await bob.post(`${GAMES}/${id}/play`, bet);
    expect([refused.status, refused.code]).toEqual([409, "game_inactive"]);
    expect(await listed("?search=Misleading")).toEqual([]);
    expect(await preview()).toBeNull();
    const [own] = (await maker.get(`${GAMES}/my`, NEWEST)).as(endpoints.myUserGames);
    expect(own).toMatchObject({ isActive: false, isHalted: true });
    expect((await bob.get(`${GAMES}/${id}`, NEWEST)).text).not.toContain("The title misleads");
    const query = "/api/admin/user-games?status=halted";
    const found = (await admin.get(query, NEWEST)).as(endpoints.adminUserGames).items;
    expect(found).toMatchObject([
      { id, halt: "The title misleads", creator: { id: (await maker.user()).id } },
    ]);
    const [heading, row] = (await admin.get(`${query}&export=csv`, NEWEST)).text.split("\r\n");
    expect(heading).toMatch(/^id,position,creator,creatorId,title,gameType,/);
    expect(row).toMatch(new RegExp(`^${id},.*,The title misleads,`));

    // Edited since the first admin proposed, so it must be reviewed again.
    const lifting = () => admin.post(`/api/admin/user-games/${id}/lift`, { reason: "Renamed" });
    const early = await lifting();
    await change(maker, id, { houseEdge: 50 });
    expect((await site.byTwo(early)).code).toBe("proposal_stale");
    const lift = await lifting();
    expect(lift.status).toBe(202);
    const proposals = (await admin.get("/api/admin/proposals?status=proposed", NEWEST)).as(
      endpoints.proposals,
    );
    expect(proposals.items[0]?.act).toMatchObject({
      kind: "lift_game_halt",
      gameId: id,
      halt: "The title misleads",
    });
    expect((await bob.post(`${GAMES}/${id}/play`, bet)).code).toBe("game_inactive");
    await site.byTwo(lift);
    expect(await listed("?search=Misleading")).toMatchObject([{ id, isActive: true, isHalted: false }]);
    expect((await bob.post(`${GAMES}/${id}/play`, bet)).status).toBe(200);
    const notices = (await maker.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    const titles = notices.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["Game stopped", "Game no longer stopped"]));
  });

  it("are returned as everybody sees them, with the form's defaults", async () => {
    const maker = await site.player("maker");
    const { id, username } = await maker.user();
    const answer = await maker.post(GAMES, { title: "  Plain ", gameType: "coinflip" });
    const game = answer.as(endpoints.createUserGame);
    expect(game).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      position: Number(answer.headers.get("Ledger-Position")),
      creatorId: id,
      creator: { id, username, firstName: "maker", profileImageUrl: expect.anything(), email: null },
      title: "Plain",
      description: null,
      gameType: "coinflip",
      minBet: "1.00",
      maxBet: "1000.00",
      houseEdge: "5.00",
      returnToPlayer: "95.00",
      isActive: true,
      isHalted: false,
      totalPlayed: 0,
      totalVolume: "0.00",
      version: 1,
      createdAt: new Date(SITE_BEGINS_AT).toISOString(),
      updatedAt: new Date(SITE_BEGINS_AT).toISOString(),
    });
    const seen = await site.visitor().get(`${GAMES}/${game.id}`, NEWEST);
    expect(seen.as(endpoints.userGame)).toEqual(game);
    expect((await site.visitor().get(`${GAMES}/nothing`)).status).toBe(404);
  });

  it.each([
    [{ title: " " }, "Title is required"],
    [{ minBet: 0 }, "Minimum bet must be at least 0.01"],
    [{ maxBet: 0.5 }, "Maximum bet must be at least 1"],
    [{ minBet: 51 }, "Minimum bet must be at most the maximum bet"],
    [{ houseEdge: 50.5 }, "House edge must be between 0-50%"],
    [{ houseEdge: -1 }, "House edge must be between 0-50%"],
  ])("cannot be made with %o", async (other, detail) => {
    const player = await site.player("careless");
    const { head } = await site.books();
    const answer = await player.post(GAMES, { ...COIN, ...other });
    expect([answer.status, answer.problem().detail]).toEqual([400, detail]);
    expect((await site.books()).head).toEqual(head);
  });

  it("are changed only by their creator, with a version for each edit, and unknown to others who try", async () => {
    const [mine, other] = [await site.player("editor"), await site.player("meddler")];
    const game = await make(mine, { description: "First" });
    const edited = (await change(mine, game.id, { houseEdge: 2.5, description: "" })).as(
      endpoints.changeUserGame,
    );
    expect(edited).toMatchObject({
      version: 2,
      houseEdge: "2.50",
      returnToPlayer: "97.50",
      description: null,
    });
    const paused = (await change(mine, game.id, { isActive: false })).as(endpoints.changeUserGame);
    expect(paused).toMatchObject({ version: 2, isActive: false, position: game.position });
    const { head } = await site.books();
    const refused = [
      [await change(other, game.id, { houseEdge: 0 }), 404],
      [await change(mine, "nothing", { houseEdge: 0 }), 404],
      [await change(mine, game.id, { isActive: false }), 409],
      [await change(mine, game.id, { maxBet: 0.99 }), 400],
      [await change(mine, game.id, { minBet: 51 }), 400],
      [await change(mine, game.id, { gameType: "crash" }), 400],
    ] as const;
    for (const [answer, status] of refused) expect(answer.status).toBe(status);
    expect((await site.books()).head).toEqual(head);
    // Everybody sees each version's terms and time.
    const at = `${GAMES}/${game.id}/versions`;
    const versions = (await site.visitor().get(at, NEWEST)).as(endpoints.userGameVersions);
    const terms = { minBet: "1.00", maxBet: "50.00", since: new Date(SITE_BEGINS_AT).toISOString() };
    expect(versions).toEqual([
      { version: 2, houseEdge: "2.50", returnToPlayer: "97.50", ...terms },
      { version: 1, houseEdge: "5.00", returnToPlayer: "95.00", ...terms },
    ]);
    expect((await site.visitor().get(`${GAMES}/nothing/versions`)).status).toBe(404);
    expect((await listed("?search=even")).map(({ id }) => id)).not.toContain(game.id);
  });

  it(`are limited to ${ACTIVE_GAMES_MAX} active ones per player, even if made at once`, async () => {
    const player = await site.player("prolific");
    const made = [];
    for (let n = 0; n < ACTIVE_GAMES_MAX - 1; n += 1) made.push(await make(player, { title: `P ${n}` }));
    const both = await Promise.all([player.post(GAMES, COIN), player.post(GAMES, COIN)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.code).toBe("too_many_games");
    expect((await change(player, made[0]?.id ?? "", { isActive: false })).status).toBe(200);
    await make(player);
    expect((await change(player, made[0]?.id ?? "", { isActive: true })).code).toBe("too_many_games");
    const own = (await player.get(`${GAMES}/my?limit=3`)).as(endpoints.myUserGames);
    const next = (await player.get(`${GAMES}/my?before=${own.at(-1)?.position}`)).as(endpoints.myUserGames);
    expect([own.length, next.length]).toEqual([3, ACTIVE_GAMES_MAX - 2]);
  });

  it("answer a repeated key with the same game, in its present state", async () => {
    const player = await site.player("repeats");
    const headers = { "Idempotency-Key": "make-1" };
    const first = (await player.post(GAMES, COIN, headers)).as(endpoints.createUserGame);
    await change(player, first.id, { title: "Renamed" });
    const again = (await player.post(GAMES, COIN, headers)).as(endpoints.createUserGame);
    expect(again).toMatchObject({ id: first.id, title: "Renamed", version: 2 });
    expect((await player.post(GAMES, { ...COIN, title: "Other" }, headers)).status).toBe(422);
  });

  it("cannot be made by visitors or suspended players", async () => {
    const visitor = site.visitor();
    expect((await visitor.post(GAMES, COIN)).status).toBe(401);
    expect((await visitor.get(`${GAMES}/my`)).status).toBe(401);
    expect((await visitor.get(`${GAMES}/earnings`)).status).toBe(401);
    const player = await site.player("out");
    const game = await make(player, { title: "Out of order" });
    const admin = await site.player("admin");
    const { id } = await player.user();
    const seen = async () =>
      (await visitor.get(`${GAMES}/${game.id}`, NEWEST)).as(endpoints.userGame).isActive;
    const isListed = async () => (await listed("?search=Out%20of")).some((one) => one.id === game.id);
    expect([await seen(), await isListed()]).toEqual([true, true]);
    await admin.post(`/api/admin/players/${id}/suspend`, { reason: "For the test" });
    expect([await seen(), await isListed()]).toEqual([false, false]);
    expect((await player.post(GAMES, COIN)).code).toBe("suspended");
    expect((await change(player, game.id, { isActive: false })).code).toBe("suspended");
    expect((await player.post(`${GAMES}/earnings/claim`, {})).code).toBe("suspended");
  });
});

describeEachEngine("the list of player-made games", (engine) => {
  const site = siteOf(engine);
  let ids: string[];
  beforeAll(async () => {
    const [maker, player] = [await site.player("lister"), await site.player("plays_all")];
    ids = [];
    for (const [n, houseEdge] of [5, 1, 3, 1, 0].entries())
      ids.push((await make(maker, { title: `Game ${"ABCDE"[n]}`, houseEdge })).id);
    for (const [index, times] of [2, 0, 3, 2, 0].entries()) {
      for (let n = 0; n < times; n += 1) {
        await player.post(`${GAMES}/${ids[index]}/play`, {
          betAmount: 1,
          betSide: n % 2 === 0 ? "rbx" : "tix",
        });
      }
    }
  });

  const found = async (query: string): Promise<string> => {
    const answer = await site.visitor().get(`${GAMES}?${query}`, NEWEST);
    return answer
      .as(endpoints.userGames)
      .map(({ title }) => title.slice(-1))
      .join("");
  };

  it("is sorted by age, by plays and by return to player", async () => {
    expect(await found("")).toBe("EDCBA");
    expect(await found("sort=newest")).toBe("EDCBA");
    expect(await found("sort=popular")).toBe("CDAEB");
    expect(await found("sort=return")).toBe("EDBCA");
  });

  it("continues after the last game of a page in every order", async () => {
    for (const sort of ["newest", "popular", "return"]) {
      const whole = await found(`sort=${sort}`);
      for (const limit of [1, 2, 3]) {
        let pages = "";
        for (let before = ""; pages.length < 6; ) {
          const answer = await site.visitor().get(`${GAMES}?sort=${sort}&limit=${limit}${before}`);
          const page = answer.as(endpoints.userGames);
          if (page.length === 0) break;
          pages += page.map(({ title }) => title.slice(-1)).join("");
          before = `&before=${page.at(-1)?.position}`;
        }
        expect(pages).toBe(whole);
      }
    }
    expect((await site.visitor().get(`${GAMES}?sort=popular&before=1`)).status).toBe(400);
  });

  it("can be searched by title, and filtered by kind", async () => {
    expect(await found("search=game%20c")).toBe("C");
    expect(await found("search=GAME&sort=return&limit=2")).toBe("ED");
    expect(await found("search=%25")).toBe("");
    expect(await found("gameType=coinflip&limit=2")).toBe("ED");
    expect(await found("gameType=crash")).toBe("");
    for (const query of ["sort=oldest", "gameType=dice", "limit=201", "before=x", "search=&a=1"])
      expect((await site.visitor().get(`${GAMES}?${query}`)).status).toBe(400);
  });

  it("shows how often and for how much each game was played", async () => {
    const [first] = (await site.visitor().get(`${GAMES}?sort=popular`)).as(endpoints.userGames);
    expect(first).toMatchObject({ id: ids[2], totalPlayed: 3, totalVolume: "3.00" });
  });
});

describeEachEngine("a creator's share", (engine) => {
  const site = siteOf(engine);

  it("equals the edge of the volume to the cent, is shown by game and day, and is claimed once", async () => {
    const [maker, player] = [await site.player("earner"), await site.player("loser")];
    const [coin, other] = [await make(maker), await make(maker, { houseEdge: 0.5 })];
    const play = (id: string, betAmount: number, betSide: string) =>
      player.post(`${GAMES}/${id}/play`, { betAmount, betSide });
    let carried = 0n;
    for (const stake of ["10.10", "10.10", "1.01"]) {
      const flip = (await play(coin.id, Number(stake), "rbx")).as(endpoints.playUserGame);
      carried += minor(flip.creatorShare);
    }
    // 5 % of 21.21 RBX is 1.0605; 0.5 % of 3 TIX is 0.015.
    expect(formatMinor(carried)).toBe("1.06");
    await play(other.id, 3, "tix");
    const earnings = (await maker.get(`${GAMES}/earnings`, NEWEST)).as(endpoints.creatorEarnings);
    expect(earnings).toEqual({
      housePart: "0.00",
      unclaimed: { rbx: "1.06", tix: "0.01" },
      total: { rbx: "1.06", tix: "0.01" },
      games: [
        { id: other.id, title: "Even coin", volume: "3.00", earnings: "0.01" },
        { id: coin.id, title: "Even coin", volume: "21.21", earnings: "1.06" },
      ],
    });
    const day = new Date(SITE_BEGINS_AT).toISOString().slice(0, 10);
    const { items } = (await maker.get(`${GAMES}/earnings/days?days=7`)).as(endpoints.creatorDays);
    const byRbx = items.toSorted((a, b) => Number(b.rbx) - Number(a.rbx));
    expect(byRbx).toEqual([
      { day, gameId: coin.id, rbx: "1.06", tix: "0.00", volume: "21.21" },
      { day, gameId: other.id, rbx: "0.00", tix: "0.01", volume: "3.00" },
    ]);

    const claims = await Promise.all([0, 1, 2].map(() => maker.post(`${GAMES}/earnings/claim`, {})));
    const [claimed, ...others] = claims.toSorted((a, b) => a.status - b.status);
    const { position, ...got } = (claimed ?? claims[0])?.as(endpoints.claimCreatorShare) ?? { position: 0 };
    expect(got).toEqual({ rbx: "1.06", tix: "0.01", rbxBalance: "1001.06", tixBalance: "500.01" });
    expect(others.map(({ code }) => code)).toEqual(["nothing_to_claim", "nothing_to_claim"]);
    expect(await maker.user()).toMatchObject({ rbxBalance: "1001.06", tixBalance: "500.01" });

    await play(coin.id, 2, "rbx");
    const later = { "Ledger-Min-Position": String(position + 1) };
    const [second, first] = (await maker.get(`${GAMES}/my`, later)).as(endpoints.myUserGames);
    expect(first).toMatchObject({ id: coin.id, earnings: "1.16", unclaimed: { rbx: "0.10", tix: "0.00" } });
    expect(second).toMatchObject({ id: other.id, earnings: "0.01", unclaimed: { rbx: "0.00", tix: "0.00" } });
    const none = (await player.get(`${GAMES}/earnings`)).as(endpoints.creatorEarnings);
    expect(none).toEqual({
      housePart: "0.00",
      unclaimed: { rbx: "0.00", tix: "0.00" },
      total: { rbx: "0.00", tix: "0.00" },
      games: [],
    });
  });

  it("shows the house's part before a game is made, and fixes it for the game", async () => {
    const [admin, maker, player] = [
      await site.player("admin"),
      await site.player("asks_first"),
      await site.player("feeds_both"),
    ];
    const before = await make(maker);
    const set = async (creatorHousePart: number | null): Promise<void> => {
      const { version } = (await admin.get("/api/admin/settings", NEWEST)).as(endpoints.settings);
      const change = { version, values: { creatorHousePart }, reason: "A share for the house" };
      const answer = await admin.ask("PUT /api/admin/settings", change);
      expect(answer.status).toBe(200);
    };
    await set(2_500);
    const told = (await maker.get(`${GAMES}/earnings`, NEWEST)).as(endpoints.creatorEarnings);
    expect(told.housePart).toBe("25.00");
    const after = await make(maker);
    const shareOf = async ({ id }: UserGameListed): Promise<string> =>
      (await player.post(`${GAMES}/${id}/play`, { betAmount: 20, betSide: "rbx" })).as(endpoints.playUserGame)
        .creatorShare;
    expect([await shareOf(before), await shareOf(after)]).toEqual(["1.00", "0.75"]);
    await set(null);
    const again = (await maker.get(`${GAMES}/earnings`, NEWEST)).as(endpoints.creatorEarnings);
    expect(again.housePart).toBe("0.00");
  });

  it("shows admins who plays whose games most, and logs their access", async () => {
    const [maker, friend, stranger] = [
      await site.player("dealer"),
      await site.player("friend"),
      await site.player("stranger"),
    ];
    const [one, two] = [await make(maker), await make(maker)];
    for (const [who, id] of [
      [friend, one.id],
      [friend, two.id],
      [stranger, one.id],
    ] as const) {
      await who.post(`${GAMES}/${id}/play`, { betAmount: who === friend ? 20 : 1, betSide: "rbx" });
    }
    const [admin, { id }] = [await site.player("admin"), await maker.user()];
    const path = `/api/admin/players/${id}/made-games`;
    expect((await friend.get(path)).status).toBe(403);
    const { players, creators } = (await admin.get(path, NEWEST)).as(endpoints.madeGameTies);
    expect(creators).toEqual([]);
    expect(
      players.map(({ player, games, bets, wagered }) => [player.username, games, bets, wagered]),
    ).toEqual([
      ["friend", 2, 2, "40.00"],
      ["stranger", 1, 1, "1.00"],
    ]);
    const ofFriend = `/api/admin/players/${(await friend.user()).id}/made-games`;
    const seen = (await admin.get(ofFriend)).as(endpoints.madeGameTies);
    expect(seen.creators).toMatchObject([{ player: { username: "dealer" }, games: 2, bets: 2 }]);
  });
});
