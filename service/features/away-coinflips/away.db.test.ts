import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platform, playerAccount } from "#domain/accounts/account.ts";
import { endpoints } from "#domain/features/contract.ts";
import { inventoryStream, inventorySynced } from "#domain/features/inventory/events.ts";
import { inventoryStreamKind } from "#domain/features/inventory/inventory.ts";
import { coinflipStreamKind } from "#domain/features/live-coinflips/coinflip.ts";
import { coinflipEscrow, coinflipOpened, coinflipStream } from "#domain/features/live-coinflips/events.ts";
import { VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { accept } from "#domain/kernel/decision.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { reconcileLogs } from "#domain/ledger/transit/reconcile.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { haltCommand } from "#service/features/halts/stakes.ts";
import {
  gamesToLogsSchema,
  OPEN_TO_LOGS_PATH,
} from "#service/features/live-coinflips/guests/open-to-logs.ts";
import { logModel } from "#service/features/log-model.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import { transits } from "#service/features/transits/feature.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { originOfLog, severalLogs, type Wire } from "#service/lab/testing/logs/several-logs.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { bearerOf } from "#service/ledger/peers/ask-peer.ts";
import { readTransits } from "#service/ledger/peers/read-transits.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { TOLD_FOR_MS } from "./elsewhere.ts";

const STAKE = 10;
/** How often, and for how long, a test polls for other processes' work, in milliseconds. */
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 20_000;

/** A player opens a coinflip for an item that a sync has just added. */
async function openForItem({ service }: Site, playerId: string): Promise<void> {
  const { writer, now } = service.deps;
  const { payload } = coinflipOpened.example();
  const [gameId, copy] = ["for-an-item", "item:101:7"] as const;
  const stakes = [{ asset: copy, amount: "1", value: "100000", inCustody: false }];
  const creator = { ...payload.creator, playerId, stakes };
  const found = { ...inventorySynced.example().payload, credited: [{ copy, serial: null }], moved: [] };
  const nothing = { confirmed: [], returned: [], inPlay: [], listed: 1 };
  const events = [
    inventorySynced(playerId, { ...found, ...nothing }),
    coinflipOpened({ ...payload, gameId, creator, expiresAt: now() + DAY_MS }),
  ];
  const accounts = [platform, playerAccount(playerId), coinflipEscrow(gameId)];
  const outcome = await writer.submit({
    ...serviceOrigin(now()),
    reads: () => ({
      streams: [
        readOfPlayer(playerId),
        { kind: coinflipStreamKind, name: coinflipStream(gameId) },
        { kind: inventoryStreamKind, name: inventoryStream(playerId) },
      ],
      holdings: accounts.map((account) => ({ account, asset: copy })),
    }),
    decide: () => accept(events, {}),
  });
  expect(outcome.kind).toBe("committed");
}

/** A wire that fails every request. */
const away: Wire = async () => {
  throw new TypeError("fetch failed");
};

describeEachEngine("coinflips between players of two logs", (engine) => {
  const logs = severalLogs(engine, 2);
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);
  let isBeaconAway = false;
  const beacon: Beacon = {
    ...real,
    newestRound: () => real.newestRound(),
    round: async (chain, round) => (isBeaconAway ? null : real.round(chain, round)),
  };
  beforeAll(async () => {
    for (const id of [1, 2]) await logs.start(id, { clock, beacon });
  });
  afterAll(() => logs.close());

  /** Head of log 2 when the test began, and the number of tests begun. */
  let since = 0;
  let tests = 0;
  /** A player unknown to all other tests. */
  const newPlayer = (log: number, like: string) =>
    logs.site(log).player(logs.nameIn(log, `${like}_${tests}_`));

  /** Alice of log 1 opens the games that bob of log 2 joins. Both are new, in logs with games of earlier tests. */
  const begin = async () => {
    tests += 1;
    logs.wire = null;
    isBeaconAway = false;
    const [one, two] = [logs.site(1), logs.site(2)];
    const [alice, bob] = [await newPlayer(1, "alice"), await newPlayer(2, "bob")];
    since = two.service.deps.writer.head.position;
    return { one, two, alice, bob };
  };

  const open = async (player: Visitor, betSide: "rbx" | "tix" = "rbx"): Promise<string> =>
    (await player.post("/api/live-coinflips", { betAmount: STAKE, betSide })).as(endpoints.openCoinflip).id;
  const ask = (player: Visitor, id: string, change: object = {}, headers = {}) =>
    player.post(
      `/api/away-coinflips/${id}/join`,
      { log: 1, currency: "RBX", betAmount: STAKE, ...change },
      headers,
    );
  const join = async (player: Visitor, id: string): Promise<string> =>
    (await ask(player, id)).as(endpoints.joinAwayCoinflip).id;
  const stakesOf = async (player: Visitor) =>
    (await player.get("/api/away-coinflips/stakes", NEWEST)).as(endpoints.awayStakes).items;
  const balanceOf = async (player: Visitor): Promise<number> => {
    return Number((await player.user()).rbxBalance);
  };
  const carry = async (...sites: readonly Site[]) => {
    for (const { service } of sites) await transits.of(service.deps).courier?.carry();
  };
  const typesIn = async ({ db }: Site, after = since): Promise<string[]> => {
    const rows = await db.query<{ type: string }>(
      "select type from events where type ~ '^(Transit|Away|Coinflip)' and position > $1 order by position",
      [after],
    );
    return rows.map(({ type }) => type);
  };

  /** Carries transits until every stake of a player has ended. */
  const over = async (player: Visitor, ...sites: readonly Site[]) => {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      await carry(...sites);
      const stakes = await stakesOf(player);
      if (stakes.every(({ status }) => status !== "away")) return stakes;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error("a stake is away for too long");
  };

  /** Nothing is under way in either log, and no guest or escrow holds anything. */
  const expectEnded = async (...sites: readonly Site[]) => {
    // Twice: a pass under way may have begun before the latest departures.
    for (let round = 0; round < 2; round += 1) await carry(...sites);
    const read = [];
    for (const { db, service } of sites) {
      const left = await db.query(
        `select account, amount from holdings
          where amount <> 0 and account ~ '^(escrow:|player:guest|transit:)'`,
      );
      expect(left).toEqual([]);
      read.push(await readTransits(db, service.deps.writer.logId));
    }
    const { problems, assets } = reconcileLogs(read);
    expect(problems).toEqual([]);
    for (const { underWay } of assets) expect(underWay).toBe(0n);
  };

  it("are listed and staked on in the other log, played in their own, and paid in the player's", async () => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice);
    const listed = (await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips);
    expect(listed).toMatchObject({
      items: [{ id, log: 1, creatorId: null, betAmount: "10.00" }],
      unreachable: [],
    });
    const before = [await balanceOf(alice), await balanceOf(bob)];
    const stake = await join(bob, id);
    expect(await balanceOf(bob)).toBe((before[1] ?? 0) - STAKE);
    const [ended] = await over(bob, one, two);
    expect(ended).toMatchObject({
      id: stake,
      gameId: id,
      log: 1,
      side: "tix",
      currency: "RBX",
      stake: "10.00",
    });
    const hasWon = ended?.status === "won";
    expect(ended?.cameBack).toBe(hasWon ? "19.75" : "0.00");
    expect(await balanceOf(bob)).toBeCloseTo((before[1] ?? 0) + (hasWon ? 9.75 : -STAKE));
    expect(await balanceOf(alice)).toBeCloseTo((before[0] ?? 0) + (hasWon ? 0 : 19.75));
    // The game is in both histories; neither names the other player.
    const own = (await bob.get("/api/games/history", NEWEST)).text;
    expect(own).toContain(id);
    expect(own).toContain("away_coinflip");
    expect((await alice.get("/api/games/history", NEWEST)).text).toContain(id);
    // The other log's answer is reused for a moment.
    const shown = async () => (await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips).items;
    await expect.poll(shown, { timeout: PATIENCE_MS }).toEqual([]);
    const seen = (await alice.get(`/api/live-coinflips/${id}`, NEWEST)).as(endpoints.coinflip);
    expect([seen.status, seen.opponentId]).toEqual(["settled", null]);
    await expectEnded(one, two);
    // What comes back may arrive before the news that the stake arrived.
    expect((await typesIn(two)).sort()).toEqual([
      "AwayCoinflipPlayed",
      "AwayStakeMade",
      "TransitArrived",
      "TransitClosed",
      "TransitLeft",
    ]);
  });

  it("are joined by one of two players who stake at once, and return the other's stake", async () => {
    const { one, two, alice, bob } = await begin();
    const carol = await newPlayer(2, "carol");
    const id = await open(alice);
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    await Promise.all([join(bob, id), join(carol, id)]);
    logs.wire = null;
    const ends = [...(await over(bob, one, two)), ...(await over(carol, one, two))].map(
      ({ status }) => status,
    );
    expect(ends.filter((status) => status === "refused")).toHaveLength(1);
    expect(ends.filter((status) => status === "won" || status === "lost")).toHaveLength(1);
    await expectEnded(one, two);
  });

  it.each(["cancelled", "joined by a player of its own log"])(
    "give a stake back whose game is %s while it is in transit",
    async (how) => {
      const { one, two, alice, bob } = await begin();
      const id = await open(alice);
      const before = await balanceOf(bob);
      logs.wire = async (to, request, deliver) =>
        request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
      await join(bob, id);
      if (how === "cancelled") await alice.post(`/api/live-coinflips/${id}/cancel`, {});
      else await (await newPlayer(1, "dave")).post(`/api/live-coinflips/${id}/join`, {});
      logs.wire = null;
      expect(await over(bob, one, two)).toMatchObject([{ status: "refused", cameBack: "10.00" }]);
      expect(await balanceOf(bob)).toBe(before);
      // Nobody can stake on a game known to be gone.
      expect((await ask(bob, id)).problem().code).toBe("not_open");
      await expectEnded(one, two);
    },
  );

  it("return both stakes if their beacon round never comes", async () => {
    const { one, two, alice, bob } = await begin();
    const before = [await balanceOf(alice), await balanceOf(bob)];
    isBeaconAway = true;
    const id = await open(alice);
    await join(bob, id);
    await carry(two);
    clock.now += VOID_AFTER_MS + DAY_MS / 24;
    expect(await over(bob, one, two)).toMatchObject([{ status: "void", cameBack: "10.00" }]);
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(before);
    await expectEnded(one, two);
  });

  it("end each stake once, although messages come twice or late and answers are lost", async () => {
    const { one, two, alice, bob } = await begin();
    const held: { readonly to: number; readonly request: Request }[] = [];
    let count = 0;
    logs.wire = async (to, request, deliver) => {
      if (!request.url.endsWith("/transits")) return deliver(request);
      held.push({ to, request: request.clone() });
      const old = held.filter((one_) => one_.to === to).map((one_) => deliver(one_.request.clone()));
      const answers = await Promise.all([deliver(request.clone()), deliver(request), ...old]);
      count += 1;
      if (count % 2 === 1) throw new TypeError("the answer was lost");
      return answers[1] ?? Response.error();
    };
    for (let game = 0; game < 3; game += 1) await join(bob, await open(alice, "rbx"));
    await over(bob, one, two);
    const types = await typesIn(two);
    const countOf = (type: string) => types.filter((one_) => one_ === type).length;
    expect([countOf("AwayStakeMade"), countOf("AwayCoinflipPlayed"), countOf("TransitArrived")]).toEqual([
      3, 3, 3,
    ]);
    await expectEnded(one, two);
  });

  it.each([
    ["decided", /^(?:won|lost)$/],
    ["void", /^void$/],
  ])("are %s by the next process if the game's process stops after the join", async (how, status) => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice);
    // Nothing reaches the player's log: neither the stake's arrival nor the payout.
    logs.wire = async (to, request, deliver) => {
      if (to === 2) return away(to, request, deliver);
      const answer = await deliver(request);
      return request.url.endsWith("/transits") ? away(to, request, deliver) : answer;
    };
    isBeaconAway = true;
    await join(bob, id);
    await carry(two);
    expect((await typesIn(one, 0)).at(-1)).toBe("CoinflipJoined");
    const { db, service } = await logs.stop(1);
    expect((await stakesOf(bob))[0]?.status).toBe("away");
    logs.wire = null;
    isBeaconAway = how === "void";
    const config = { headsFile: service.deps.config.headsFile };
    const again = await logs.start(1, { db, clock, beacon, config });
    clock.now += how === "void" ? VOID_AFTER_MS + DAY_MS / 24 : 10_000;
    const [ended] = await over(bob, again, two);
    expect(ended?.status).toMatch(status);
    await expectEnded(again, two);
  });

  it("take no stake for a log that is unreachable, unknown, or the player's own", async () => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice);
    const before = await balanceOf(bob);
    logs.wire = away;
    clock.now += 10_000;
    expect((await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips)).toEqual({
      items: [],
      logs: [1],
      unreachable: [1],
    });
    expect((await ask(bob, id)).problem().code).toBe("log_unavailable");
    logs.wire = null;
    expect((await ask(bob, id, { log: 3 })).problem().code).toBe("not_open");
    expect((await ask(bob, id, { betAmount: 11 })).problem().code).toBe("other_stakes");
    // Alice's own game, by way of her log.
    expect((await ask(alice, id)).problem().code).toBe("not_open");
    expect(await balanceOf(bob)).toBe(before);
    expect(await typesIn(two)).toEqual([]);
    const key = { "Idempotency-Key": "a-key-of-bob-00001" };
    const first = (await ask(bob, id, {}, key)).as(endpoints.joinAwayCoinflip);
    await over(bob, one, two);
    // The game is over: a request with the same key gets its first answer.
    expect((await ask(bob, id, {}, key)).as(endpoints.joinAwayCoinflip).id).toBe(first.id);
    expect(await stakesOf(bob)).toHaveLength(1);
    await expectEnded(one, two);
  });

  it("pay a player who was self-excluded meanwhile", async () => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice);
    await join(bob, id);
    const excluded = await bob.post("/api/responsible-play/self-exclusion", {
      months: 6,
      confirm: "EXCLUDE",
    });
    expect(excluded.status).toBe(200);
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      if ((await typesIn(two)).includes("AwayCoinflipPlayed")) break;
      await carry(one, two);
      await sleep(LOOK_EVERY_MS);
    }
    await expectEnded(one, two);
    expect((await typesIn(two)).at(-1)).toMatch(/^(?:AwayCoinflipPlayed|Transit)/);
  });

  it("are served only to other logs", async () => {
    const { one } = await begin();
    const tell = (secret: string, body: unknown) =>
      one.service.app.request("http://localhost:3000/api/webhooks/open-coinflips", {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
        body: JSON.stringify(body),
      });
    expect((await tell("another-secret-of-no-use", { limit: 5 })).status).toBe(401);
    expect((await tell(logs.settings.secret, { limit: 0 })).status).toBe(400);
    expect((await tell(logs.settings.secret, { limit: 5 })).status).toBe(200);
  });

  it("are listed for currencies, however many games for items are newer", async () => {
    // A log of its own: the game for an item never ends, so no verifier accepts it.
    const own = severalLogs(engine, 1);
    const one = await own.start(1, { clock, beacon });
    const alice = await one.player("alice");
    const id = await open(alice);
    await openForItem(one, (await alice.user()).id);
    const told = await one.service.app.fetch(
      new Request(`${originOfLog(1)}/api${OPEN_TO_LOGS_PATH}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: bearerOf(own.settings.secret) },
        body: JSON.stringify({ limit: 1 }),
      }),
    );
    await own.close();
    expect(gamesToLogsSchema.parse(await told.json()).items.map((game) => game.id)).toEqual([id]);
  });

  // The last test that stakes.
  it("stop with a halt: in the player's log before a stake leaves, in the game's log by sending it back", async () => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice);
    const halt = async ({ service }: Site) => {
      const { writer, now } = service.deps;
      await writer.submit(haltCommand({ id: "test", reason: "a test" }, now()));
    };
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    await join(bob, id);
    await halt(one);
    logs.wire = null;
    expect(await over(bob, one, two)).toMatchObject([{ status: "refused" }]);
    clock.now += TOLD_FOR_MS;
    expect((await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips).items).toEqual([]);
    expect((await ask(bob, id)).code).toBe("not_open");
    await halt(two);
    expect((await ask(bob, id)).status).toBe(409);
    expect((await ask(bob, id)).problem().code).toBe("stakes_halted");
    await alice.post(`/api/live-coinflips/${id}/cancel`, {});
    await expectEnded(one, two);
  });

  it("leave two logs that the verifier accepts", async () => {
    for (const { db, service } of [logs.site(1), logs.site(2)]) {
      const { writer, signer } = service.deps;
      const options = { logId: writer.logId, model: logModel, keys: signer.publicKeys().keys };
      expect(await verifyLog(db, options)).toMatchObject({ ok: true });
    }
  });
});
