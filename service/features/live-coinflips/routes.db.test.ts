import { createHash, createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isSignedBy } from "#domain/fairness/beacon.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { CoinflipProof, LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { OPEN_COINFLIPS_MAX, VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { RESULT_WAIT_MS } from "#service/features/live-coinflips/routes.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { worldSigner } from "#service/lab/testing/world.ts";

const BET = { betAmount: 10, betSide: "rbx" };
/** Maximum checks for a job's work, fifty a second; it follows within two seconds. */
const LOOKS_MAX = 3_000;

interface SwitchedBeacon {
  readonly beacon: Beacon;
  isAway: boolean;
  /** Called when a round is requested while the beacon is away. */
  onAsked: () => void;
}

/** A local beacon that can be switched off. */
function switchedBeacon(clock: { now: number }): SwitchedBeacon {
  const real = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(3) }], () => clock.now);
  const state: SwitchedBeacon = {
    isAway: false,
    onAsked: () => undefined,
    beacon: {
      ...real,
      round: async (chainHash: string, round: number) => {
        if (!state.isAway) return real.round(chainHash, round);
        state.onAsked();
        return null;
      },
    },
  };
  return state;
}

describeEachEngine("coinflips between players", (engine) => {
  let names = 0;
  const clock = new RunningClock(SITE_BEGINS_AT);
  const switched = switchedBeacon(clock);
  const site = siteOf(engine, { clock, beacon: switched.beacon });

  const someone = (): Promise<Visitor> => {
    names += 1;
    return site.player(`someone_${names}`);
  };
  const open = async (creator: Visitor, bet: object = BET): Promise<LiveCoinflip> =>
    (await creator.post("/api/live-coinflips", bet)).as(endpoints.openCoinflip);
  const join = (joiner: Visitor, id: string, headers: HeadersInit = {}) =>
    joiner.post(`/api/live-coinflips/${id}/join`, {}, headers);
  /** Joins while the beacon is away, and advances the clock past the join's wait for its result. */
  const joinInVain = async (joiner: Visitor, id: string) => {
    switched.isAway = true;
    const asked = new Promise<void>((resolve) => {
      switched.onAsked = resolve;
    });
    const answer = join(joiner, id);
    await asked;
    clock.now += RESULT_WAIT_MS;
    return answer;
  };
  const cancel = (creator: Visitor, id: string) => creator.post(`/api/live-coinflips/${id}/cancel`, {});
  const min = async () => ({ "Ledger-Min-Position": String((await site.books()).head.position) });
  const list = async () =>
    (await site.visitor().get("/api/live-coinflips", await min())).as(endpoints.coinflips);
  const shown = async (id: string) =>
    (await site.visitor().get(`/api/live-coinflips/${id}`, await min())).as(endpoints.coinflip);
  const proofOf = async (id: string): Promise<CoinflipProof> => {
    const found = (await site.visitor().get(`/api/games/${id}/proof`, await min())).as(endpoints.proof);
    if (found.scheme !== "rt1|pvp") throw new Error("It is a game between players");
    return found;
  };
  const rbxOf = async (player: Visitor) => (await player.user()).rbxBalance;
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      if (await holds()) return;
      await sleep(20);
    }
    throw new Error("It did not come to be in a minute");
  };
  const escrowOf = async (id: string) => {
    const rows = await site.db.query<{ amount: bigint }>(
      "select amount from holdings where account = $1 and amount <> 0",
      [`escrow:${id}`],
    );
    return rows.map(({ amount }) => amount);
  };

  it("are opened and shown to everybody, with the stake in escrow", async () => {
    const alice = await someone();
    const opened = await open(alice);
    const user = await alice.user();
    expect(opened).toMatchObject({
      creatorId: user.id,
      creator: { firstName: user.firstName, profileImageUrl: user.profileImageUrl, email: null },
      betAmount: "10.00",
      betSide: "rbx",
      betItems: [],
      totalValue: "10.00",
      isActive: true,
      opponentId: null,
      status: "open",
      scheme: "rt1|pvp",
    });
    expect(opened.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Date.parse(opened.expiresAt) - clock.now).toBeGreaterThan(DAY_MS - 60_000);
    expect(user.rbxBalance).toBe("990.00");
    expect(await escrowOf(opened.id)).toEqual([1_000n]);
    expect(await shown(opened.id)).toEqual(opened);
    expect(await list()).toContainEqual(opened);
    const other = await site.visitor().get("/api/coinflips/live", await min());
    expect(other.as(endpoints.coinflipsOfLimiteds)).toEqual(await list());
    expect((await cancel(alice, opened.id)).status).toBe(200);
  });

  it("are listed page by page under both players' names, void ones included", async () => {
    const alice = await someone();
    const opened = [await open(alice), await open(alice), await open(alice)].toReversed();
    const page = async (query: string) => {
      const [one, two] = [
        (await site.visitor().get(`/api/live-coinflips?${query}`, await min())).as(endpoints.coinflips),
        (await site.visitor().get(`/api/coinflips/live?${query}`, await min())).as(
          endpoints.coinflipsOfLimiteds,
        ),
      ];
      expect(two).toEqual(one);
      return one;
    };
    const first = await page("limit=2");
    expect(first).toEqual(opened.slice(0, 2));
    const rest = await page(`limit=200&before=${first[1]?.position}`);
    expect(rest[0]).toEqual(opened[2]);
    for (const query of ["limit=0", "limit=201", "before=x", "status=void&limit=201"])
      expect((await site.visitor().get(`/api/live-coinflips?${query}`)).code).toBe("invalid_request");
    const none = await site.visitor().get("/api/live-coinflips?status=void&limit=1&before=1");
    expect(none.as(endpoints.coinflips)).toEqual([]);
    for (const { id } of opened) await cancel(alice, id);
  });

  it("are opened by the limiteds page's request, whose values are ignored", async () => {
    const alice = await someone();
    const bet = { betType: "currency", betAmount: 12.5, betSide: "tix", betItems: [], totalValue: 99_999 };
    const opened = (await alice.post("/api/coinflip/create", bet)).as(endpoints.createCoinflip);
    expect(opened).toMatchObject({ betAmount: "12.50", betSide: "tix", totalValue: "12.50" });
    expect((await alice.user()).tixBalance).toBe("487.50");
    await cancel(alice, opened.id);
  });

  it("say in groups of three digits what was won", async () => {
    const { id } = await open(await someone(), { ...BET, betAmount: 1_000 });
    const { message } = (await join(await someone(), id)).as(endpoints.joinCoinflip);
    expect(message).toMatch(/^You (won 1,975\.00|lost 1,000\.00) RBX\./);
  });

  it("are decided by the beacon, pay the winner, and can be recomputed by anybody", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const { id, commitment } = await open(alice);
    const answer = await join(bob, id);
    const { creatorWon, result, message } = answer.as(endpoints.joinCoinflip);
    expect(creatorWon).toBe(result === "rbx");
    expect(message).toBe(creatorWon ? "You lost 10.00 RBX. Better luck next time!" : "You won 19.75 RBX.");
    const [winner, loser] = creatorWon ? [alice, bob] : [bob, alice];
    expect([await rbxOf(winner), await rbxOf(loser)]).toEqual(["1009.75", "990.00"]);
    expect(await escrowOf(id)).toEqual([]);
    const proof = await proofOf(id);
    expect(proof).toMatchObject({ status: "settled", commitment, result, gameType: "live_coinflip" });
    recompute(proof);
    expect((await list()).map((game) => game.id)).not.toContain(id);
    expect(await shown(id)).toMatchObject({ status: "settled", isActive: false });
  });

  it("count in both players' figures, experience and history, the leaderboard and the house's revenue", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const { id } = await open(alice, { betAmount: 4, betSide: "tix" });
    const { creatorWon } = (await join(bob, id)).as(endpoints.joinCoinflip);
    const [winner, loser] = creatorWon ? [alice, bob] : [bob, alice];
    const position = await min();
    const stats = async (player: Visitor) =>
      (await player.get("/api/games/stats", position)).as(endpoints.stats);
    expect(await stats(winner)).toMatchObject({
      gamesPlayed: 1,
      wins: 1,
      totalWon: "3.90",
      totalLost: "0.00",
    });
    expect(await stats(loser)).toMatchObject({
      gamesPlayed: 1,
      wins: 0,
      totalWon: "0.00",
      totalLost: "4.00",
    });
    const history = (await winner.get("/api/games/history", position)).as(endpoints.history);
    expect(history).toMatchObject([
      { id, gameType: "live_coinflip", betAmount: "4.00", won: true, winAmount: "7.90" },
    ]);
    // Both staked the creator's currency, whatever their face, and each sees the other.
    for (const [player, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      const [game] = (await player.get("/api/games/history", position)).as(endpoints.history);
      const { id: opponent, username } = await other.user();
      expect(game).toMatchObject({ id, currency: "TIX", opponent: { id: opponent, username } });
    }
    for (const player of [alice, bob]) expect(await player.user()).toMatchObject({ experience: 12 });
    const bets = (await site.visitor().get("/api/games/bets", position)).as(endpoints.liveBets);
    expect(bets.filter((bet) => bet.id === id).map(({ currency }) => currency)).toEqual(["TIX", "TIX"]);
    expect(
      bets
        .filter((bet) => bet.id === id)
        .map(({ won }) => won)
        .toSorted(),
    ).toEqual([false, true]);
    const board = await site.visitor().get("/api/leaderboard?period=all&by=profit", position);
    const rows = board.as(endpoints.leaderboard);
    const { id: winnerId } = await winner.user();
    expect(rows.find(({ player }) => player.id === winnerId)).toMatchObject({ profit: "3.90" });
  });

  it("have a proof from the beginning, without the seed until the game is over", async () => {
    const alice = await someone();
    const { id, commitment, creatorClientSeed } = await open(alice);
    const proof = await proofOf(id);
    expect(proof).toMatchObject({
      status: "open",
      commitment,
      serverSeed: null,
      beacon: null,
      digest: null,
      result: null,
      receipt: null,
    });
    expect(proof.participants.map(({ clientSeed }) => clientSeed)).toEqual([creatorClientSeed]);
    await cancel(alice, id);
    expect(await proofOf(id)).toMatchObject({ status: "cancelled", serverSeed: null });
  });

  describe("refuse, with a specific message and no change,", () => {
    const refusals: readonly [string, object, string, string][] = [
      [
        "an amount below 1.00",
        { ...BET, betAmount: 0.99 },
        "invalid_request",
        "Bet amount must be at least 1",
      ],
      [
        "an amount above the most",
        { ...BET, betAmount: 100_000.01 },
        "stake_out_of_range",
        "1.00 to 100,000.00",
      ],
      ["three decimals", { ...BET, betAmount: 1.001 }, "invalid_request", "at most two decimals"],
      ["an amount as text", { ...BET, betAmount: "10" }, "invalid_request", "Must be a number"],
      ["another side", { ...BET, betSide: "edge" }, "invalid_request", "Must select RBX or TIX"],
      ["no stake at all", { betSide: "rbx" }, "invalid_request", "Stake either an amount or items"],
      [
        "an amount and items at once",
        { ...BET, betItems: [{ limitedId: 1, quantity: 1 }] },
        "invalid_request",
        "Stake either an amount or items",
      ],
      ["no items", { betSide: "rbx", betItems: [] }, "invalid_request", "at least one limited item to bet"],
      [
        "more than twenty items",
        { betSide: "rbx", betItems: Array.from({ length: 21 }, () => ({ limitedId: 1, quantity: 1 })) },
        "invalid_request",
        "betItems",
      ],
      ["an unknown field", { ...BET, totalValue: 10 }, "invalid_request", "totalValue"],
      ["more than there is", { ...BET, betAmount: 1_000.01 }, "insufficient_balance", "enough RBX"],
    ];

    it.each(refusals)("an opening with %s", async (_what, body, code, detail) => {
      const alice = await someone();
      const before = await site.books();
      const problem = (await alice.post("/api/live-coinflips", body)).problem();
      expect(problem).toMatchObject({ code });
      expect(problem.detail).toContain(detail);
      expect(await site.books()).toEqual(before);
    });

    it.each([
      ["without an amount", { betType: "currency", betSide: "rbx" }, "Bet amount must be at least 1"],
      ["below nothing", { betType: "currency", betSide: "rbx", betAmount: -3 }, "must be at least 1"],
      ["without items", { betType: "limiteds", betSide: "rbx", betItems: [] }, "Please select at least one"],
      ["of no type", { betSide: "rbx", betAmount: 5 }, "betType"],
    ])("a creation %s", async (_what, body, detail) => {
      const alice = await someone();
      const before = await site.books();
      const problem = (await alice.post("/api/coinflip/create", body)).problem();
      expect(problem).toMatchObject({ status: 400, code: "invalid_request" });
      expect(problem.detail).toContain(detail);
      expect(await site.books()).toEqual(before);
    });

    it("joining one's own game, cancelling others' games, and unknown games", async () => {
      const [alice, bob] = [await someone(), await someone()];
      const { id } = await open(alice);
      const before = await site.books();
      expect((await join(alice, id)).problem()).toMatchObject({ status: 409, code: "own_game" });
      expect((await cancel(bob, id)).problem()).toMatchObject({ status: 404, code: "not_yours" });
      expect((await join(bob, "nothing")).problem()).toMatchObject({ status: 404, code: "unknown_game" });
      expect((await cancel(bob, "nothing")).problem()).toMatchObject({ status: 404, code: "unknown_game" });
      expect((await site.visitor().get("/api/live-coinflips/nothing")).status).toBe(404);
      expect((await site.visitor().post("/api/live-coinflips", BET)).status).toBe(401);
      expect((await join(site.visitor(), id)).status).toBe(401);
      const items = { betItems: [{ limitedId: 1, quantity: 1 }] };
      const other = await bob.post(`/api/live-coinflips/${id}/join`, items);
      expect(other.problem()).toMatchObject({ status: 409, code: "item_not_listed" });
      expect(await site.books()).toEqual(before);
      await cancel(alice, id);
    });

    it("cancelled games, and a second cancellation", async () => {
      const [alice, bob] = [await someone(), await someone()];
      const { id } = await open(alice);
      expect((await cancel(alice, id)).as(endpoints.cancelCoinflip)).toEqual({ id, status: "cancelled" });
      expect(await rbxOf(alice)).toBe("1000.00");
      const before = await site.books();
      expect((await join(bob, id)).problem()).toMatchObject({ status: 409, code: "not_open" });
      expect((await cancel(alice, id)).problem()).toMatchObject({ status: 409, code: "not_open" });
      expect(await site.books()).toEqual(before);
    });

    it("an eleventh open game", async () => {
      const alice = await someone();
      const opened: LiveCoinflip[] = [];
      for (let n = 0; n < OPEN_COINFLIPS_MAX; n += 1)
        opened.push(await open(alice, { ...BET, betAmount: 1 }));
      const before = await site.books();
      const problem = (await alice.post("/api/live-coinflips", BET)).problem();
      expect(problem).toMatchObject({ status: 409, code: "too_many_open" });
      expect(await site.books()).toEqual(before);
      for (const { id } of opened) await cancel(alice, id);
    });
  });

  it("admit one of many joiners, and cost the others nothing", async () => {
    const alice = await someone();
    const { id } = await open(alice);
    const joiners = await Promise.all(Array.from({ length: 8 }, () => someone()));
    const answers = await Promise.all(joiners.map((joiner) => join(joiner, id)));
    const places = answers.filter(({ status }) => status === 200);
    expect(places).toHaveLength(1);
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 200) continue;
      expect(answer.problem()).toMatchObject({ status: 409, code: "already_joined" });
      expect(await rbxOf(joiners[i] as Visitor)).toBe("1000.00");
    }
  });

  it("answer a repeated join with the result, and treat another key as another join", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const [one, two] = [await open(alice), await open(alice)];
    const key = { "Idempotency-Key": "the one join" };
    const first = await join(bob, one.id, key);
    const again = await join(bob, one.id, key);
    expect(again.as(endpoints.joinCoinflip)).toEqual(first.as(endpoints.joinCoinflip));
    expect((await join(bob, two.id, key)).problem()).toMatchObject({ status: 422 });
    const opened = { "Idempotency-Key": "the one opening" };
    const openings = [
      await bob.post("/api/live-coinflips", BET, opened),
      await bob.post("/api/live-coinflips", BET, opened),
    ].map((answer) => answer.as(endpoints.openCoinflip));
    expect(openings[1]).toEqual(openings[0]);
    await cancel(alice, two.id);
    await cancel(bob, openings[0]?.id ?? "");
  });

  it("stay locked without the beacon, with a receipt, and settle late by the fixed round", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const { id } = await open(alice);
    const began = clock.now;
    // The receipt must be signed before the round is published, so the clock skips nothing.
    clock.skipsToRounds = false;
    const answer = await joinInVain(bob, id);
    clock.skipsToRounds = true;
    expect(answer.status).toBe(202);
    const locked = endpoints.joinCoinflip.answers[202].parse(JSON.parse(answer.text));
    expect(locked).toMatchObject({ id, status: "locked" });
    expect(Date.parse(locked.publishAt)).toBeGreaterThanOrEqual(began + 600);
    expect(Date.parse(locked.receipt.head.at)).toBeLessThan(Date.parse(locked.publishAt));
    const event = JSON.parse(Buffer.from(locked.receipt.event, "base64").toString()) as {
      readonly type: string;
      readonly payload: { readonly gameId: string; readonly round: number };
    };
    expect(event).toMatchObject({ type: "CoinflipJoined", payload: { gameId: id, round: locked.round } });
    expect(worldSigner.publicKeys().keys.length).toBeGreaterThan(0);
    const proof = await proofOf(id);
    expect(proof).toMatchObject({ status: "locked", serverSeed: null, result: null });
    expect(proof.beacon).toMatchObject({ operatorRun: true, round: locked.round, signature: null });
    expect(proof.receipt).toEqual(locked.receipt);
    expect((await cancel(alice, id)).problem()).toMatchObject({ status: 409, code: "already_joined" });
    switched.isAway = false;
    await until(async () => (await shown(id)).status === "settled");
    const settled = await proofOf(id);
    expect(settled.beacon?.round).toBe(locked.round);
    recompute(settled);
  });

  it("expire when nobody joins, with the stake returned", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const { id } = await open(alice);
    clock.now += DAY_MS;
    expect((await list()).map((game) => game.id)).not.toContain(id);
    expect((await join(bob, id)).problem()).toMatchObject({ status: 409, code: "not_open" });
    await until(async () => (await rbxOf(alice)) === "1000.00");
    expect(await shown(id)).toMatchObject({ status: "expired", isActive: false });
    expect(await escrowOf(id)).toEqual([]);
  });

  it("are void after a day without the beacon: stakes returned, seed revealed, and the missed result provable", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const { id } = await open(alice);
    const { status } = await joinInVain(bob, id);
    expect(status).toBe(202);
    clock.now += VOID_AFTER_MS + 10_000;
    await until(async () => (await shown(id)).status === "void");
    expect([await rbxOf(alice), await rbxOf(bob)]).toEqual(["1000.00", "1000.00"]);
    const listed = await site.visitor().get("/api/live-coinflips?status=void", await min());
    expect(listed.as(endpoints.coinflips).map((game) => game.id)).toContain(id);
    const away = await proofOf(id);
    expect(away).toMatchObject({ status: "void", result: null, digest: null });
    expect(away.serverSeed).not.toBeNull();
    switched.isAway = false;
    recompute(await proofOf(id));
  });

  it("push changes of the list to everybody, and of their balances to both players", async () => {
    const [alice, bob] = [await someone(), await someone()];
    const streams = await Promise.all([alice.live(), bob.live()]);
    const { id } = await open(alice);
    await Promise.all(streams.map((stream) => stream.until("coinflips")));
    await join(bob, id);
    await Promise.all(streams.map((stream) => stream.until("balance", "games")));
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it("keep seeds of unfinished games out of all answers and log lines", async () => {
    const rows = await site.db.query<{ payload: string }>(
      "select payload from events where type in ('CoinflipSettled', 'CoinflipVoided')",
    );
    const revealed = new Set(
      rows.map(({ payload }) => (JSON.parse(payload) as { serverSeed: string }).serverSeed),
    );
    expect(revealed.size).toBeGreaterThan(5);
    const seeds = await site.db.query<{ sealed: string }>(
      "select sealed from sealed_seeds where owner like 'coinflip:%'",
    );
    expect(seeds.length).toBeGreaterThan(revealed.size);
    const lines = site.logLines.join("\n");
    for (const seed of revealed) expect(lines).not.toContain(seed);
    // A secret is 64 hex digits that hash to a commitment; none found may match an unfinished game's.
    const open = await site.db.query<{ payload: string }>(
      `select payload from events where type = 'CoinflipOpened' and stream not in
        (select stream from events where type in ('CoinflipSettled', 'CoinflipVoided'))`,
    );
    const commitments = new Set(
      open.map(({ payload }) => (JSON.parse(payload) as { commitment: string }).commitment),
    );
    expect(commitments.size).toBeGreaterThan(3);
    const words = new Set([...site.heard, lines].join("\n").match(/\b[0-9a-f]{64}\b/g));
    for (const word of words) {
      const digest = createHash("sha256").update(word, "hex").digest("hex");
      expect(commitments).not.toContain(digest);
    }
  });
});

/** Checks a proof by the published rule alone. */
function recompute(proof: CoinflipProof): void {
  const { beacon, serverSeed } = proof;
  if (beacon?.signature == null || serverSeed === null) throw new Error("The game is not over");
  const sha = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
  expect(sha(Buffer.from(serverSeed, "hex"))).toBe(proof.commitment);
  const chain = { ...beacon, genesisAt: Date.parse(beacon.genesisAt) };
  expect(isSignedBy(chain, { round: beacon.round, signature: beacon.signature })).toBe(true);
  expect(sha(Buffer.from(beacon.signature, "hex"))).toBe(beacon.value);
  const players = sha(proof.participants.map(({ line }) => line).join("\n"));
  expect(players).toBe(proof.participantsDigest);
  const message = `rt1|pvp|${proof.id}|${beacon.round}|${beacon.value}|${players}|0`;
  const digest = createHmac("sha256", Buffer.from(serverSeed, "hex")).update(message).digest();
  expect(digest.toString("hex")).toBe(proof.digest);
  expect((digest[0] ?? 0) >= 0x80 ? "rbx" : "tix").toBe(proof.result);
}
