import { beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry, StoredEvent } from "#domain/features/audit/contract.ts";
import { BALANCE_ASSETS_MAX } from "#domain/features/audit/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { minor } from "#domain/kernel/money.ts";
import { SEARCH_CHARS_MAX } from "#domain/kernel/search.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const PLAYERS = "/api/admin/players";
const EVENTS = "/api/admin/events";

interface Listed<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

describeEachEngine("the audit", (engine) => {
  const site = siteOf(engine);
  let aliceId: string;
  let head: number;
  const instant = (hours: number) => new Date(SITE_BEGINS_AT + hours * HOUR_MS).toISOString();

  const [admin, alice] = playersOf(site, "admin", "alice");
  beforeAll(async () => {
    for (const name of ["Alina", "alan_x", "Zoe"]) await site.player(name);
    aliceId = (await alice.user()).id;
    for (let game = 0; game < 12; game += 1) {
      // An hour between games.
      site.clock.now += HOUR_MS;
      await alice.post("/api/games/coinflip", { betAmount: 5, betSide: game % 3 === 0 ? "tix" : "rbx" });
    }
    // Sensitive actions require a sign-in within the last 15 minutes.
    await admin.signIn("admin");
    head = Number((await site.books()).head.position);
  });

  async function all<T>(path: string, read: (answer: Answer) => Listed<T>): Promise<T[]> {
    const items: T[] = [];
    for (let next = ""; ; ) {
      const page = read(await admin.get(`${path}${next}`, NEWEST));
      items.push(...page.items);
      if (page.next === null) return items;
      next = `&next=${page.next}`;
    }
  }
  const entries = (query: string, path = `${PLAYERS}/${aliceId}/entries`): Promise<AuditEntry[]> =>
    all(`${path}?${query}`, (answer) => answer.as(endpoints.playerEntries));
  const events = (query: string): Promise<StoredEvent[]> =>
    all(`${EVENTS}?${query}`, (answer) => answer.as(endpoints.events));
  const names = async (query: string) =>
    (await all(`${PLAYERS}?${query}`, (answer) => answer.as(endpoints.adminPlayers))).map(
      ({ username }) => username,
    );

  it("finds players by the beginning of their name or by an id, in pages without a gap", async () => {
    const everybody = await names("limit=200");
    expect(everybody).toEqual(["admin", "alan_x", "alice", "Alina", "Zoe"]);
    for (const limit of [1, 2, 3]) expect(await names(`limit=${limit}`)).toEqual(everybody);
    expect(await names("search=AL&limit=2")).toEqual(["alan_x", "alice", "Alina"]);
    expect(await names("search=lic")).toEqual([]);
    expect(await names(`search=${aliceId}`)).toEqual(["alice"]);
    const { platformId } = (await admin.get(`${PLAYERS}/${aliceId}`)).as(endpoints.adminPlayer);
    expect(await names(`search=${platformId}`)).toEqual(["alice"]);
    for (const search of ["%", "_", "al%", "' or 1=1 --", "<script>", "al\\", "a".repeat(SEARCH_CHARS_MAX)])
      expect(await names(`search=${encodeURIComponent(search)}`)).toEqual([]);
  });

  it("shows a player's file: profile, holdings, sessions without tokens, roles, standing and figures", async () => {
    const file = (await admin.get(`${PLAYERS}/${aliceId}`, NEWEST)).as(endpoints.adminPlayer);
    const user = await alice.user();
    expect(file).toMatchObject({
      id: aliceId,
      username: "alice",
      level: user.level,
      experience: user.experience,
      holdings: [
        { asset: "RBX", amount: user.rbxBalance },
        { asset: "TIX", amount: user.tixBalance },
      ],
      holdingsTotal: 2,
      sessions: [{ isLive: true, client: "Unknown program", endsAt: instant(12 + 7 * 24) }],
      roles: [],
      standing: { suspended: false, reason: null, owes: [] },
      stats: { totalGames: 12 },
    });
    const raw = await admin.get(`${PLAYERS}/${aliceId}`);
    for (const token of [...alice.cookies.values()].filter((value) => value.length > 10))
      expect(raw.text).not.toContain(token);
    const [{ hash }] = (await site.db.query("select token_hash as hash from sessions")) as [{ hash: string }];
    expect(raw.text).not.toContain(hash);
    const because = { playerId: aliceId, role: "moderator", reason: "Trusted" };
    await admin.post("/api/admin/roles", because);
    await admin.post(`${PLAYERS}/${aliceId}/suspend`, { reason: "<b>Why</b>" });
    const later = (await admin.get(`${PLAYERS}/${aliceId}`, NEWEST)).as(endpoints.adminPlayer);
    expect(later.roles).toEqual([{ role: "moderator", source: "grant" }]);
    expect(later.standing).toMatchObject({ suspended: true, reason: "<b>Why</b>" });
    await admin.post(`${PLAYERS}/${aliceId}/lift`, { reason: "Cleared" });
    const admins = (await admin.get(`${PLAYERS}/${(await admin.user()).id}`)).as(endpoints.adminPlayer);
    expect(admins.roles).toEqual([{ role: "admin", source: "settings" }]);
    expect((await admin.get(`${PLAYERS}/p_nobody`)).status).toBe(404);
    expect((await admin.get(`${PLAYERS}/p_nobody/entries`)).status).toBe(404);
    expect((await admin.get(`${PLAYERS}/p_nobody/balance`)).status).toBe(404);
    expect((await admin.get("/api/admin/accounts/escrow:none/entries")).status).toBe(404);
  });

  it("walks from a balance back to its first entry, each consistent with the one before", async () => {
    const user = await alice.user();
    for (const limit of [1, 2, 3, 7, 200]) {
      for (const [asset, balance] of [
        ["RBX", user.rbxBalance],
        ["TIX", user.tixBalance],
      ] as const) {
        const chain = await entries(`asset=${asset}&limit=${limit}`);
        let after = signed(balance);
        for (const entry of chain) {
          expect([entry.asset, signed(entry.balanceAfter)]).toEqual([asset, after]);
          after -= signed(entry.delta);
        }
        expect(after).toBe(0n);
        expect(chain.at(-1)).toMatchObject({ type: "PlayerRegistered" });
      }
    }
    const whole = await entries("limit=200");
    expect(await entries("limit=3")).toEqual(whole);
    const places = whole.map(({ position, leg }) => [position, leg]);
    const sorted = places.toSorted(([a = 0, m = 0], [b = 0, n = 0]) => b - a || n - m);
    expect(places).toEqual(sorted);
    const account = "/api/admin/accounts";
    expect(await entries("limit=9", `${account}/player:${aliceId}/entries`)).toEqual(whole);
    expect((await entries("limit=9", `${account}/house/entries`)).at(-1)).toMatchObject({
      type: "BankFunded",
    });
    const flip = whole.find(({ type }) => type === "CoinFlipped") as AuditEntry;
    expect(flip.otherLegs.map((leg) => leg.account)).toContain("house");
    expect(flip.otherLegsTotal).toBe(flip.otherLegs.length);
    const [event] = await events(
      `after=${flip.position - 1}&before=${flip.position + 1}&stream=player:${aliceId}`,
    );
    expect(event).toMatchObject({ position: flip.position, eventId: flip.eventId });
    expect(event?.postings).toContainEqual({
      leg: flip.leg,
      account: flip.account,
      asset: flip.asset,
      delta: flip.delta,
    });
  });

  it("walks forward from the first entry too, by page and within a period", async () => {
    const paths = [`${PLAYERS}/${aliceId}/entries`, "/api/admin/accounts/house/entries"];
    const queries = ["", "&asset=RBX", `&from=${instant(3)}&to=${instant(5)}`, `&to=${instant(4)}`];
    for (const path of paths) {
      for (const query of queries) {
        const newest = await entries(`limit=200${query}`, path);
        expect(newest.length).toBeGreaterThan(0);
        for (const limit of [1, 3, 200])
          expect(await entries(`order=oldest&limit=${limit}${query}`, path)).toEqual(newest.toReversed());
      }
    }
    const [first] = await entries("order=oldest&limit=200");
    expect(first).toMatchObject({ type: "PlayerRegistered" });
  });

  it("exports all holdings as of one position, in pages or whole", async () => {
    const path = "/api/admin/holdings";
    const held = (query: string) => all(`${path}?${query}`, (answer) => answer.as(endpoints.holdings));
    const now = await held("limit=200");
    for (const limit of [1, 2, 200]) expect(await held(`limit=${limit}`)).toEqual(now);
    const rows = await site.db.query<{ account: string; asset: string; amount: bigint }>(
      "select account, asset, amount from holdings where amount <> 0 order by account, asset",
    );
    expect(now.map(({ account, asset, amount }) => [account, asset, signed(amount)])).toEqual(
      rows.map(({ account, asset, amount }) => [account, asset, amount]),
    );
    for (const asset of ["RBX", "TIX"]) {
      const sum = now.reduce((total, row) => (row.asset === asset ? total + signed(row.amount) : total), 0n);
      expect(sum).toBe(0n);
    }
    for (const position of [0, 1, Math.floor(head / 2), head]) {
      const own = (await held(`account=player:${aliceId}&position=${position}`)).map((row) => [
        row.asset,
        row.amount,
      ]);
      const balance = (await admin.get(`${PLAYERS}/${aliceId}/balance?position=${position}`)).as(
        endpoints.playerBalance,
      );
      expect(own).toEqual(balance.holdings.map(({ asset, amount }) => [asset, amount]));
    }
    expect(await held(`at=${instant(-1)}`)).toEqual(await held("position=0"));
    // Events appended between two pages do not change the export.
    const first = (await admin.get(`${path}?limit=1`)).as(endpoints.holdings);
    await alice.post("/api/games/coinflip", { betAmount: 5, betSide: "rbx" });
    const rest = await all(`${path}?next=${first.next}`, (answer) => answer.as(endpoints.holdings));
    expect([...first.items, ...rest]).toEqual(now);
    const account = (await admin.get(`${path}?account=house&export=csv`)).text.trimEnd().split("\r\n");
    expect([account[0], account.length]).toEqual(["account,asset,amount", 3]);
    for (const query of ["position=99999", "next=p5", "next=1.999", "account=bank", `at=${instant(999)}`])
      expect((await admin.get(`${path}?${query}`)).status).toBe(400);
    expect((await admin.get(`${path}?account=escrow:none`)).status).toBe(404);
  });

  it("exports the trial balance, and lists the types of events", async () => {
    const balance = (await admin.get("/api/admin/trial-balance", NEWEST)).as(endpoints.adminTrialBalance);
    const open = (await alice.get("/api/ledger/trial-balance", NEWEST)).as(endpoints.trialBalance);
    expect([balance.items, balance.position]).toEqual([open.assets, open.position]);
    const [columns, ...lines] = (await admin.get("/api/admin/trial-balance?export=csv")).text
      .trimEnd()
      .split("\r\n");
    expect([columns, lines.length]).toEqual(["asset,issued,players,escrow,house,creators,sum", 3]);
    const { items } = (await admin.get("/api/admin/event-types")).as(endpoints.eventTypes);
    expect(items).toEqual(expect.arrayContaining(["BankFunded", "CoinFlipped", "StakesHalted"]));
    expect(items).toEqual(items.toSorted());
  });

  it("shows the entries of a period, including both its ends", async () => {
    const whole = await entries("limit=200");
    const games = whole.filter(({ type }) => type === "CoinFlipped");
    const within = (from: number, to: number) =>
      games.filter(({ at }) => at >= instant(from) && at <= instant(to));
    expect(await entries(`from=${instant(3)}&to=${instant(5)}&limit=2`)).toEqual(within(3, 5));
    expect(within(3, 5).length).toBeGreaterThanOrEqual(3);
    expect(await entries(`to=${instant(-1)}`)).toEqual([]);
    expect(await entries(`from=${instant(1)}`)).toEqual(games);
  });

  it("shows what was held at any position and at any instant", async () => {
    const whole = await entries("limit=200");
    const balanceAt = async (query: string) =>
      (await admin.get(`${PLAYERS}/${aliceId}/balance?${query}`)).as(endpoints.playerBalance);
    for (let position = 0; position <= head; position += 1) {
      const held = new Map<string, bigint>();
      for (const { asset, delta, position: at } of whole)
        if (at <= position) held.set(asset, (held.get(asset) ?? 0n) + signed(delta));
      const found = await balanceAt(`position=${position}`);
      expect(found.position).toBe(position);
      expect(new Map(found.holdings.map(({ asset, amount }) => [asset, signed(amount)]))).toEqual(held);
    }
    expect((await balanceAt("position=0")).at).toBeNull();
    const third = whole.find(({ at }) => at === instant(3)) as AuditEntry;
    for (const at of [instant(3), instant(3.5)])
      expect(await balanceAt(`at=${at}`)).toEqual(await balanceAt(`position=${third.position}`));
    const house = await admin.get("/api/admin/accounts/house/balance");
    expect(house.as(endpoints.accountBalance).holdings.map(({ asset }) => asset)).toEqual(["RBX", "TIX"]);
  });

  it("explores events as they are stored, with leaf and block, by stream, type and actor", async () => {
    const whole = await events("limit=200");
    expect(whole[0]?.position).toBe(Number((await site.books()).head.position));
    expect(whole.map(({ position }) => position)).toEqual(whole.map((_, n) => whole.length - n));
    const rows = await site.db.query<{ position: bigint; payload: string; leaf: Uint8Array }>(
      "select position, payload, leaf from events order by position desc",
    );
    expect(whole.map(({ payload, leaf }) => [payload, leaf])).toEqual(
      rows.map(({ payload, leaf }) => [payload, toHex(leaf)]),
    );
    for (const { position, block } of whole) {
      expect(block?.from).toBeLessThanOrEqual(position);
      expect(block?.to).toBeGreaterThanOrEqual(position);
    }
    const wanted = {
      [`stream=player:${aliceId}`]: (event: StoredEvent) => event.stream === `player:${aliceId}`,
      "type=CoinFlipped": (event: StoredEvent) => event.type === "CoinFlipped",
      [`actor=player:${aliceId}`]: (event: StoredEvent) => event.actor === `player:${aliceId}`,
      [`stream=player:${aliceId}&type=PlayerRegistered`]: (event: StoredEvent) =>
        event.stream === `player:${aliceId}` && event.type === "PlayerRegistered",
      "stream=player:nobody": () => false,
      "type=CoinflipVoided": () => false,
      "after=3&before=9": ({ position }: StoredEvent) => position > 3 && position < 9,
      [`stream=player:${aliceId}&after=8`]: (event: StoredEvent) =>
        event.stream === `player:${aliceId}` && event.position > 8,
    };
    for (const [query, isWanted] of Object.entries(wanted)) {
      const due = whole.filter(isWanted);
      for (const limit of [1, 2, 5, 200]) {
        expect(await events(`${query}&order=newest&limit=${limit}`)).toEqual(due);
        expect(await events(`${query}&order=oldest&limit=${limit}`)).toEqual(due.toReversed());
      }
    }
    expect((await events("after=3&limit=1")).map(({ position }) => position)[0]).toBe(4);
  });

  it("shows and exports the coinflips of a player's stream, and logs access to the players they concern", async () => {
    const bob = await site.player("bob");
    const bobId = (await bob.user()).id;
    await bob.post("/api/live-coinflips", { betAmount: 1, betSide: "rbx" });
    const stream = `player:${bobId}`;
    const own = await events(`stream=${stream}&order=oldest&limit=1`);
    expect(own.map(({ type }) => type)).toContain("CoinflipOpened");
    expect(own).toEqual(
      (await events("order=oldest")).filter((event) => [event.stream, ...event.alsoIn].includes(stream)),
    );
    const opened = own.find(({ type }) => type === "CoinflipOpened");
    expect(opened).toMatchObject({
      stream: expect.stringMatching(/^coinflip:/),
      alsoIn: [stream],
      version: 1,
    });
    const query = `${EVENTS}?stream=${stream}&order=oldest`;
    expect((await admin.get(`${query}&export=1`)).as(endpoints.events).items).toEqual(own);
    const [heading, ...lines] = (await admin.get(`${query}&export=csv`)).text.trimEnd().split("\r\n");
    expect(heading).toMatch(/,alsoIn$/);
    expect(lines.map((line) => line.endsWith(`,${stream}`))).toEqual(own.map((event) => event === opened));
    const looks = (await admin.get(`/api/admin/reads?player=${bobId}`)).as(endpoints.adminReads);
    expect(looks.items.map(({ what }) => what)).toContain("/admin/events");
  });

  describe("exports", () => {
    const csv = (path: string) => admin.send({ method: "GET", path, headers: { Accept: "text/csv" } });

    it("contain every list whole, as JSON and as CSV", async () => {
      const lists = {
        [PLAYERS]: endpoints.adminPlayers,
        [EVENTS]: endpoints.events,
        [`${PLAYERS}/${aliceId}/entries`]: endpoints.playerEntries,
        "/api/admin/accounts/house/entries": endpoints.accountEntries,
        "/api/admin/deposits": endpoints.reviewDeposits,
        "/api/admin/roles": endpoints.roles,
      };
      const { id } = (await alice.post("/api/deposits", { type: "tix", amount: 4 })).as(
        endpoints.requestDeposit,
      );
      expect((await admin.get("/api/admin/deposits", NEWEST)).text).toContain(id);
      const looks = (await admin.get("/api/admin/reads?export=1")).as(endpoints.adminReads);
      expect(looks.items.length).toBeGreaterThan(10);
      expect((await csv("/api/admin/reads")).text.split("\r\n")).toHaveLength(looks.items.length + 2);
      for (const [path, endpoint] of Object.entries(lists)) {
        const paged = await all<unknown>(`${path}?limit=5`, (answer) => answer.as(endpoint));
        const json = await admin.get(`${path}?export=1`);
        expect(json.headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.json"$/);
        expect(json.as(endpoint)).toEqual({ items: paged, next: null });
        const text = await csv(path);
        expect(text.headers.get("Content-Type")).toContain("text/csv");
        expect(text.headers.get("X-Content-Type-Options")).toBe("nosniff");
        expect(text.text.split("\r\n").length).toBeGreaterThan(paged.length + 1);
        expect((await admin.get(`${path}?export=csv`)).text).toBe(text.text);
      }
    });

    it("escape formulas that players wrote", async () => {
      const { id } = (await alice.post("/api/deposits", { type: "rbx", amount: 3 })).as(
        endpoints.requestDeposit,
      );
      await admin.post(`/api/admin/deposits/${id}/reject`, { note: `=HYPERLINK("http://x","y"),\n"z"` });
      const [, ...lines] = (await csv(`${EVENTS}?type=DepositRejected`)).text.split(/\r\n(?=\d)/);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(`=HYPERLINK(`);
      await site.db.query(
        "update identities set username = '=1+1', display_name = '@x' where player_id = $1",
        [aliceId],
      );
      const players = await csv(`${PLAYERS}?search=%3D1`);
      expect(players.text).toContain(`${aliceId},'=1+1,'@x,`);
      await site.db.query("update identities set username = 'alice' where player_id = $1", [aliceId]);
    });

    it("are refused like any other request", async () => {
      expect(
        (await alice.send({ method: "GET", path: PLAYERS, headers: { Accept: "text/csv" } })).status,
      ).toBe(403);
      for (const query of ["export=2", "export=", "export=1&export=1"])
        expect((await admin.get(`${PLAYERS}?${query}`)).code).toBe("invalid_request");
      expect((await csv(`${EVENTS}?next=nothing`)).code).toBe("invalid_cursor");
    });
  });

  it("logs each access of admins to a player's data", async () => {
    const zoe = (await admin.get(`${PLAYERS}?search=zoe`)).as(endpoints.adminPlayers).items[0];
    await admin.get(`${PLAYERS}/${zoe?.id}/entries?limit=1`);
    await admin.get(`${PLAYERS}/${zoe?.id}/balance`);
    await admin.get(`${EVENTS}?stream=player:${zoe?.id}&export=1`);
    const { items } = (await admin.get(`/api/admin/reads?player=${zoe?.id}&limit=200`)).as(
      endpoints.adminReads,
    );
    expect(items.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "/admin/players",
        "/admin/players/{id}/entries",
        "/admin/players/{id}/balance",
        "/admin/events",
      ]),
    );
    expect(items[0]).toMatchObject({ actor: { username: "admin" }, subject: { username: "Zoe" } });
  });

  describe("refuses", () => {
    const of = () => `${PLAYERS}/${aliceId}`;
    const future = "2027-01-01T00:00:00.000Z";
    const wrong: readonly (readonly [string, () => string, string])[] = [
      ["a position beyond the head", () => `${of()}/balance?position=99999`, "position_beyond_head"],
      ["a balance in the future", () => `${of()}/balance?at=${future}`, "instant_in_future"],
      ["entries of the future", () => `${of()}/entries?to=${future}`, "instant_in_future"],
      ["entries from the future", () => `${of()}/entries?from=${future}`, "instant_in_future"],
      [
        "a period that ends before it begins",
        () => `${of()}/entries?from=${instant(2)}&to=${instant(1)}`,
        "",
      ],
      ["a moment twice", () => `${of()}/balance?position=1&at=${instant(1)}`, ""],
      ["a negative position", () => `${of()}/balance?position=-1`, ""],
      ["an unknown asset of a balance", () => `${of()}/balance?asset=gold`, ""],
      ["a fractional position", () => `${of()}/balance?position=1.5`, ""],
      ["an invalid instant", () => `${of()}/balance?at=yesterday`, ""],
      ["an impossible day", () => `${of()}/balance?at=2026-02-30T00:00:00Z`, ""],
      ["an unknown filter", () => `${of()}/entries?currency=RBX`, ""],
      ["an unknown asset of entries", () => `${of()}/entries?asset=rbx`, ""],
      ["SQL for an asset", () => `${of()}/entries?asset=RBX'--`, ""],
      ["an unknown account", () => "/api/admin/accounts/bank/entries", ""],
      ["an account with a NUL", () => "/api/admin/accounts/player:a%00/entries", ""],
      ["an unknown filter of events", () => `${EVENTS}?player=x`, ""],
      ["an unknown type of event", () => `${EVENTS}?type=Constructor`, ""],
      ["a type of event from the prototype", () => `${EVENTS}?type=constructor`, ""],
      ["an invalid stream", () => `${EVENTS}?stream=player`, ""],
      ["HTML for a stream", () => `${EVENTS}?stream=player:<b>`, ""],
      ["an unknown order of entries", () => `${of()}/entries?order=asc`, ""],
      ["an unknown order of events", () => `${EVENTS}?order=random`, ""],
      ["a search too long", () => `${PLAYERS}?search=${"x".repeat(SEARCH_CHARS_MAX + 1)}`, ""],
      ["an invalid cursor of players", () => `${PLAYERS}?next=00ff`, "invalid_cursor"],
      ["a cursor of players with a NUL", () => `${PLAYERS}?next=000a61`, "invalid_cursor"],
      ["a cursor of another list", () => `${of()}/entries?next=p5`, "invalid_cursor"],
      ["an invalid cursor of entries", () => `${of()}/entries?next=p5.`, "invalid_cursor"],
      ["an invalid cursor of events", () => `${EVENTS}?next=p0`, "invalid_cursor"],
    ];

    it("to list events of an unknown type, and says where the types are", async () => {
      expect((await admin.get(`${EVENTS}?type=Nothing`)).problem().detail).toBe(
        "type: There is no such type of event. /api/admin/event-types lists them all.",
      );
    });

    it.each(wrong)("to answer for %s", async (_what, path, code) => {
      const before = await site.books();
      const answer = await admin.get(path());
      expect([answer.status, answer.code]).toEqual([400, code || "invalid_request"]);
      expect(await site.books()).toEqual(before);
    });
  });

  // Last: each comparison of the books would take long with them.
  describe("of an account with more assets than one answer holds", () => {
    const account = "/api/admin/accounts/receivable:p_crowd";

    const holds = (from: number, to: number) =>
      site.db.query(
        `insert into holding_numbers (log_id, account, asset, number)
          select 1, 'receivable:p_crowd', 'item:9:' || n, -n from generate_series($1::int, $2::int) as n`,
        [from, to],
      );

    it("show one asset by name, and refuse to list all", async () => {
      await holds(1, BALANCE_ASSETS_MAX);
      expect((await admin.get(`${account}/balance`)).status).toBe(200);
      await holds(BALANCE_ASSETS_MAX + 1, BALANCE_ASSETS_MAX + 1);
      const all = await admin.get(`${account}/balance`);
      expect([all.status, all.code]).toEqual([400, "too_many_assets"]);
      expect((await admin.get(`${account}/balance?asset=RBX`)).status).toBe(200);
      const house = await admin.get("/api/admin/accounts/house/balance?asset=TIX");
      expect(house.as(endpoints.accountBalance).holdings.map(({ asset }) => asset)).toEqual(["TIX"]);
    });
  });
});

/** Minor units of a possibly negative amount; a copy counts as a hundred. */
function signed(amount: string | number): bigint {
  const text = String(amount);
  return text.startsWith("-") ? -minor(text.slice(1)) : minor(text);
}
