import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import type { Side } from "#domain/fairness/st1.ts";
import { payoutOf } from "#domain/features/house-flips/rules.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { snapshotOf } from "#domain/kernel/events/snapshot.ts";
import { move } from "#domain/ledger/posting.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { type PlayedLog, playLog } from "#service/lab/testing/logs/played-log.ts";
import { TamperedLog } from "#service/lab/testing/logs/tampered-log.ts";
import { createWorld, worldSigner } from "#service/lab/testing/world.ts";
import { createHeadSigner } from "./heads/head-signer.ts";
import { headLine } from "./heads/heads-file.ts";
import { verifyLog } from "./verify.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-verify-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describeEachEngine("a forged log", (engine) => {
  let log: PlayedLog;
  beforeAll(async () => {
    log = await playLog(engine, join(folder, `${engine.name}.jsonl`));
  });
  afterEach(() => log.tampered.restore());
  afterAll(() => log.db.close());

  it("finds that the newest block was cut off by the heads kept elsewhere, and only by them", async () => {
    const { number, from } = await log.blockAt(log.newest);
    await log.tampered.cutNewestBlock();
    expect(await log.verify()).toMatchObject({ ok: true, summary: { events: from - 1, blocks: number - 1 } });
    const found = await log.problem(log.headsFile);
    expect(found.position).toBe(from);
    expect(found.sentence).toMatch(/^The log ends at position \d+, but the head kept elsewhere/);
    expect(found.sentence).toContain(`says that block ${number} went to position ${log.newest}`);
  });

  it("finds a forged history by the heads kept elsewhere, and only by them", async () => {
    for (const position of log.flips) {
      const { from, to } = await log.blockAt(position);
      await log.tampered.forge(position, (event) => paid(event, log.alice));
      expect(await log.verify()).toMatchObject({ ok: true, summary: { events: log.newest, headsStored: 0 } });
      const found = await log.problem(log.headsFile);
      expect(found.position).toBe(from);
      expect(found.sentence).toContain(`history was rewritten between position ${from} and ${to}`);
      await log.tampered.restore();
    }
  });

  it("names the rewritten positions when only some heads were kept", async () => {
    const lines = (await readFile(log.headsFile, "utf8")).trimEnd().split("\n");
    const some = join(folder, `${engine.name}-some.jsonl`);
    await writeFile(some, `${lines[1]}\n${lines.at(-1)}\n`);
    await log.tampered.forge(log.flips[1], () => ({ actor: "player:p_mallory" }));
    const { to } = JSON.parse(lines[1] ?? "") as { to: number };
    expect(await log.problem(some)).toEqual({
      position: to + 1,
      sentence: expect.stringContaining(`between position ${to + 1} and ${log.newest}`),
    });
  });

  it("names a head kept elsewhere that is of another key or another log, or unsigned", async () => {
    const stranger = createHeadSigner({
      keys: [{ keyId: "stranger", privateKey: Buffer.alloc(32, 3).toString("base64") }],
    });
    const { number, to } = await log.blockAt(log.newest);
    const [row] = await log.db.query<{ hash: Uint8Array }>("select hash from log_heads");
    const hash = Buffer.from(row?.hash ?? []).toString("hex");
    const head = { log: "1", number, to, hash };
    const cases = [
      [{ ...head, ...stranger.signHead(head, 0) }, 'signed with the key "stranger", which is not known'],
      [{ ...head, ...worldSigner.signHead({ ...head, log: "2" }, 0), log: "2" }, 'of the log "2"'],
      [{ ...head, ...worldSigner.signHead(head, 0), at: "2026-01-01T00:00:00.000Z" }, "is not valid"],
    ] as const;
    for (const [i, [line, sentence]] of cases.entries()) {
      const path = join(folder, `${engine.name}-${i}.jsonl`);
      await writeFile(path, await readFile(log.headsFile));
      await appendFile(path, headLine(line));
      const found = await log.problem(path);
      expect(found.sentence).toContain(sentence);
      expect(found.sentence).toContain("heads kept elsewhere");
      expect(found.position).toBe(to);
    }
  });

  it("finds draws that do not follow from the revealed seed, at the flip", async () => {
    const [flip] = await log.db.query<{ position: bigint }>(
      `select position from events where stream = 'player:${log.bob}' and type = 'CoinFlipped' order by position limit 1`,
    );
    const position = Number(flip?.position);
    await log.tampered.forge(position, (event) => paid(event, log.bob));
    const found = await log.problem();
    expect(found.position).toBe(position);
    expect(found.sentence).toMatch(
      /The flip says \w+, but the seed revealed for pair 1 gives \w+ for nonce 0/,
    );
  });

  it("finds repeated or skipped nonces, and seeds other than the committed ones", async () => {
    const payload = (change: (payload: never) => object) => (event: RecordedEvent) => ({
      payload: { ...event.payload, ...change(event.payload as never) },
    });
    await log.tampered.forge(
      log.flips[1],
      payload(() => ({ nonce: 7 })),
    );
    expect(await log.problem()).toMatchObject({
      position: log.flips[1],
      sentence: expect.stringContaining("has the nonce 7"),
    });
    await log.tampered.restore();
    await log.tampered.forge(
      log.flips[1],
      payload(() => ({ pair: 2 })),
    );
    expect((await log.problem()).sentence).toContain("of the seed pair 2, where 1 is in use");
    await log.tampered.restore();
    const [row] = await log.db.query<{ position: bigint }>(
      "select position from events where type = 'SeedPairRotated'",
    );
    const rotation = Number(row?.position);
    const revealed = (change: object) =>
      log.tampered.forge(
        rotation,
        payload((p: { revealed: object }) => ({ revealed: { ...p.revealed, ...change } })),
      );
    await revealed({ serverSeed: "00".repeat(32) });
    expect(await log.problem()).toMatchObject({
      position: rotation,
      sentence: expect.stringContaining("is not the one that was committed to"),
    });
    await log.tampered.restore();
    await revealed({ nonces: 2 });
    expect((await log.problem()).sentence).toContain("said to have served 2 games, where it served 3");
    await log.tampered.restore();
    await log.tampered.forge(
      rotation,
      payload((p: { current: object }) => ({ current: { ...p.current, serverSeedHash: "00".repeat(32) } })),
    );
    expect((await log.problem()).sentence).toContain("is not the announced one");
  });

  it("finds money from nowhere, even if every hash was recomputed", async () => {
    const legs = (event: RecordedEvent) => event.postings;
    await log.tampered.forge(log.flips[1], (event) => ({
      postings: legs(event).map((leg) => (leg.account === "house" ? { ...leg, delta: leg.delta + 1n } : leg)),
    }));
    expect(await log.problem()).toMatchObject({
      position: log.flips[1],
      sentence: "The event's postings do not sum to zero for every asset.",
    });
    await log.tampered.restore();
    const amount = 10_000_000n;
    await log.tampered.forge(log.flips[1], (event) => ({
      postings: [
        ...legs(event),
        ...move({ from: playerAccount(log.alice), to: house, asset: "RBX", amount }),
      ],
    }));
    expect(await log.problem()).toMatchObject({
      position: log.flips[1],
      sentence: expect.stringMatching(/^CoinFlipped leaves player:p_alice with -\d+ of RBX, less than 0/),
    });
  });

  it("finds a flip whose postings differ from its result", async () => {
    const position = log.flips[1];
    const change = (more: (event: RecordedEvent) => Partial<RecordedEvent>) =>
      log.tampered.forge(position, (event) => {
        const won = { payload: { ...event.payload, result: (event.payload as { side: Side }).side } };
        return { ...won, ...more({ ...event, ...won }) };
      });
    const pays = (payout: string, edge: string) => (event: RecordedEvent) => ({
      payload: { ...event.payload, payout, edge },
    });
    const stakeAlone = ({ postings }: RecordedEvent) => ({ postings: postings.slice(0, 2) });
    const cases: readonly ((event: RecordedEvent) => Partial<RecordedEvent>)[] = [
      // Marked as won, and not paid.
      (event) => ({ ...pays("197", "3")(event), ...stakeAlone(event) }),
      // Won, and paid nothing.
      (event) => ({ ...pays("0", "0")(event), ...stakeAlone(event) }),
      // Won, and all of it kept as the edge.
      (event) => ({ ...pays("0", "200")(event), ...stakeAlone(event) }),
      // Lost a stake below zero, which the house pays.
      ({ payload, postings }) => ({
        payload: {
          ...payload,
          ...{ result: payload["side"] === "rbx" ? "tix" : "rbx", stake: "-100", payout: "0", edge: "0" },
        },
        postings: postings.slice(0, 2).map((leg) => ({ ...leg, delta: -leg.delta })),
      }),
      // Paid more than twice the stake.
      (event) => ({
        ...pays("1000", "0")(event),
        postings: [
          ...event.postings.slice(0, 2),
          ...move({ from: house, to: playerAccount(log.alice), asset: "RBX", amount: 1_000n }),
        ],
      }),
    ];
    for (const one of cases) {
      await change(one);
      expect(await log.problem()).toEqual({
        position,
        sentence: "The flip's postings do not match its result.",
      });
      await log.tampered.restore();
    }
  });

  it("names an event of an unknown type, and an unreadable payload", async () => {
    await log.tampered.run(`update events set type = 'NeverDeclared' where position = ${log.newest}`);
    await log.tampered.forge(log.newest, () => ({}));
    expect(await log.problem()).toMatchObject({
      position: log.newest,
      sentence: expect.stringContaining("does not know: NeverDeclared version 1"),
    });
    await log.tampered.restore();
    await log.tampered.forge(log.flips[2], (event) => ({ payload: { ...event.payload, payout: "a lot" } }));
    expect(await log.problem()).toMatchObject({
      position: log.flips[2],
      sentence: expect.stringContaining(
        `CoinFlipped version 1 at position ${log.flips[2]}, in payload.payout: Must be whole minor units`,
      ),
    });
    await log.tampered.restore();
    await log.tampered.run(
      `update events set payload = replace(payload, ':', ': ') where position = ${log.flips[2]}`,
    );
    expect((await log.problem()).sentence).toBe("The event's payload is not canonical JSON.");
    await log.tampered.restore();
    await log.tampered.run(
      `update events set accounts = accounts || 'house'::text where position = ${log.flips[2]}`,
    );
    expect((await log.problem()).sentence).toContain("are not of one length");
  });
});

/** A flip turned into its opposite, with everything in the event that follows from it. */
function paid(event: RecordedEvent, playerId: string): Partial<RecordedEvent> {
  const flip = event.payload as { side: Side; result: Side; stake: string };
  const lost = flip.result !== flip.side;
  const stake = BigInt(flip.stake);
  const payout = lost ? payoutOf(stake) : 0n;
  const [asset] = event.postings.map((leg) => leg.asset);
  if (asset === undefined) throw new Error("A flip moves something");
  const player = playerAccount(playerId);
  return {
    payload: {
      ...event.payload,
      result: lost ? flip.side : flip.side === "rbx" ? "tix" : "rbx",
      payout: String(payout),
      edge: lost ? String(stake * 2n - payout) : "0",
    },
    postings: [
      ...move({ from: player, to: house, asset, amount: stake }),
      ...move({ from: house, to: player, asset, amount: payout }),
    ],
  };
}

describeEachEngine("a verification of a long stream", (engine) => {
  it("follows automatic rotations, and compares snapshots", async () => {
    const world = await createWorld(engine);
    const alice = await world.register("alice");
    for (let flips = 0; flips < 1_024; flips += 32) {
      const batch = Array.from({ length: 32 }, () => world.flip(alice, flips % 64 ? "rbx" : "tix", "1.00"));
      await Promise.all(batch);
    }
    // A snapshot is saved after its batch is answered, and nothing waits for it.
    const saved = async () => {
      const [snapshot] = await world.db.query<{ version: bigint }>("select version from snapshots");
      return Number(snapshot?.version);
    };
    await expect.poll(saved, { timeout: 10_000 }).toBeGreaterThanOrEqual(1_000);
    await world.stop();
    const keys = worldSigner.publicKeys().keys;
    expect(await verifyLog(world.db, { model: logModel, keys })).toMatchObject({
      ok: true,
      summary: { events: 1_027, recomputed: 1_000 },
    });
    const before = "(select version from untouched.snapshots)";
    // The stream's state after its first event, for a snapshot at version 0.
    const [first] = await world.db.query<EventRow>(
      `select ${EVENT_COLUMNS} from events where stream = 'player:${alice}' and version = 1`,
    );
    const firstState = snapshotOf(
      first === undefined
        ? null
        : playerStreamKind.evolve(playerStreamKind.initial, eventOf(first), `player:${alice}`),
    );
    const log = await TamperedLog.of(world.db);
    for (const [change, sentence] of [
      [`state = replace(state, '"nonce":', '"nonce":1')`, "is not its fold"],
      ["state = 'nonsense'", "is not its fold"],
      [`version = ${before} - 1`, "is not its fold"],
      [`version = 0, state = '${firstState}'`, "is not its fold"],
      [`version = ${before} + 5000`, "which the log does not have"],
      ["position = 5", "before its newest event"],
    ]) {
      await log.run(`update snapshots set ${change}`);
      const report = await verifyLog(world.db, { model: logModel, keys });
      expect(report.ok ? "" : report.problem.sentence).toContain(sentence);
      await log.restore();
    }
    await log.run("update snapshots set state = 'of an older program', fold_version = 0");
    expect((await verifyLog(world.db, { model: logModel, keys })).ok).toBe(true);
    await world.db.close();
  });
});

describeEachEngine("a verification beside a writer", (engine) => {
  it("sees one moment of the log, however much is appended meanwhile", async () => {
    const world = await createWorld(engine);
    const players = await Promise.all(["alice", "bob", "carol"].map((name) => world.register(name)));
    let playing = true;
    const play = async (player: string) => {
      while (playing) await world.flip(player, "rbx", "1.00");
    };
    const games = players.map(play);
    const { keys } = worldSigner.publicKeys();
    const heights: number[] = [];
    try {
      for (let round = 0; round < 5; round += 1) {
        const report = await verifyLog(world.db, { model: logModel, keys });
        expect(report).toMatchObject({ ok: true });
        if (report.ok) heights.push(report.summary.events);
      }
    } finally {
      playing = false;
      await Promise.all(games);
    }
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(world.writer.head.position).toBeGreaterThan(heights[0] ?? 0);
    expect(world.troubles).toEqual([]);
    await world.stop();
    await world.db.close();
  });
});
