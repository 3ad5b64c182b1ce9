import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { onEntries } from "#projections/testing/loose-entries.ts";
import type { OpenDatabase, ScriptedSql } from "#service/db/database.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { type PlayedLog, playLog } from "#service/lab/testing/logs/played-log.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { worldHeadKey, worldSigner } from "#service/lab/testing/world.ts";
import { followSegment, type Segment } from "./verifier/parallel/segment.ts";
import { type VerifyReport, type VerifyThreads, verifyLog } from "./verify.ts";

const use = { runs: 60, shrinks: false, msPerRun: 2_000 };
const folder = await mkdtemp(join(tmpdir(), "florin-beside-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tampering with a row of the log, by the position of an event and the number of its block. */
const TAMPERINGS: readonly ((position: number, block: number) => readonly string[])[] = [
  (p) => [`update events set payload = '{"a":1}' where position = ${p}`],
  (p) => [`update events set payload = payload || ' ' where position = ${p}`],
  (p) => [`update events set payload = 'no json' where position = ${p}`],
  (p) => [`update events set leaf = sha256('') where position = ${p}`],
  (p) => [`update events set actor = 'player:p_mallory' where position = ${p}`],
  (p) => [`update events set recorded_at = recorded_at - 3600000 where position = ${p}`],
  (p) => [`update events set recorded_at = recorded_at + 3600000 where position = ${p}`],
  (p) => [`update events set event_id = 'x.0' where position = ${p}`],
  (p) => [`update events set version = version + 1 where position = ${p}`],
  (p) => [`update events set deltas = array[]::bigint[] where position = ${p}`],
  (p) => [
    `update events e set command_id = b.command_id, event_id = b.command_id || '.0'
      from events b where b.position = ${p} - 1 and e.position = ${p}`,
  ],
  (p) => [`delete from events where position = ${p}`],
  (p) => [`update events set position = position + 100000 where position = ${p}`],
  (p) => [`update events set position = -position where position = ${p}`],
  (p) => [`update commands set answer = '{}' where position = ${p}`],
  (p) => onEntries(`update loose_entries set delta = delta + 1 where position = ${p}`),
  (_, b) => [`update blocks set hash = sha256('') where number = ${b}`],
  (_, b) => [`update blocks set root = sha256('') where number = ${b}`],
  (_, b) => [`update blocks set previous = sha256('') where number = ${b}`],
  (_, b) => [`update blocks set to_position = to_position - 1 where number = ${b}`],
  (_, b) => [`update blocks set to_position = to_position + 1 where number = ${b}`],
  (_, b) => [`update blocks set from_position = from_position + 1 where number = ${b}`],
  (_, b) => [`update blocks set number = number + 100000 where number = ${b}`],
  (_, b) => [`update blocks set number = -number where number = ${b}`],
  (_, b) => [`delete from blocks where number = ${b}`],
  () => ["update log_heads set position = position + 1"],
  () => ["update log_heads set block = block - 1"],
  () => ["update log_heads set hash = sha256('')"],
  () => [],
];

/** Workers in this thread, each with a transaction at the given snapshot. */
const besideOn = (db: OpenDatabase, workers: number, segmentBlocksMin = 1): VerifyThreads => ({
  segmentBlocksMin,
  begin: (snapshot) => ({
    workers: Array.from({ length: workers }, () => ({
      follow: (segment: Segment) =>
        db.transaction(
          async (tx) => {
            await tx.query(`set transaction snapshot '${snapshot}'`);
            return followSegment(tx, segment);
          },
          { isolation: "repeatable read", readOnly: true },
        ),
    })),
    end: async () => undefined,
  }),
});

describeEachEngine("a log whose chain is followed in segments", (engine) => {
  let log: PlayedLog;
  let other: OpenDatabase | null;
  beforeAll(async () => {
    log = await playLog(engine, join(folder, `${engine.name}.jsonl`));
    other = await engine.another(log.db);
  });
  afterEach(() => log.tampered.restore());
  afterAll(async () => {
    await other?.close();
    await log.db.close();
  });

  /** The report, and how often the log was read for it. */
  async function verified(threads?: VerifyThreads): Promise<{ report: VerifyReport; reads: number }> {
    let reads = 0;
    const report = await verifyLog(log.db, {
      ...{ model: logModel, keys: worldSigner.publicKeys().keys },
      ...(threads === undefined ? {} : { threads }),
      onProgress: () => {
        reads += 1;
      },
    });
    return { report, reads };
  }

  /** Runs `npm run verify` on the log. */
  const runVerify = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "service/cli/verify.ts", ...args], {
      env: {
        ...process.env,
        DATABASE_URL: engine.urlOf(log.db) ?? "",
        HEAD_KEYS: `${worldHeadKey.keyId}:${worldHeadKey.privateKey}`,
      },
    });

  it.skipIf(engine.name === "pglite")("verifies with one read, in any number of segments", async () => {
    if (other === null) throw new Error("a server has several connections");
    const alone = await verified();
    for (const workers of [1, 2, 3])
      for (const blocksMin of [1, 3, 1_000])
        expect(await verified(besideOn(other, workers, blocksMin))).toEqual(alone);
  });

  it.skipIf(engine.name === "pglite")(
    "fails with the same problem as without segments, for any change anywhere",
    async () => {
      if (other === null) throw new Error("a server has several connections");
      const beside = besideOn(other, 2);
      const borders = await log.db.query<{ first: bigint; last: bigint }>(
        "select from_position as first, to_position as last from blocks order by number",
      );
      const atBorders = borders.flatMap(({ first, last }) => [Number(first), Number(last)]);
      const anywhere = fc.oneof(fc.constantFrom(...atBorders), fc.integer({ min: 1, max: log.newest }));
      await forAllAsyncIn(propertySettings(use))(
        anywhere,
        fc.constantFrom(...TAMPERINGS),
        async (position, tampering) => {
          const { number } = await log.blockAt(position);
          const statements = tampering(position, number);
          await log.tampered.run(...statements);
          const alone = await verified();
          expect((await verified(beside)).report, statements.join("; ")).toEqual(alone.report);
          await log.tampered.restore();
        },
      );
    },
    propertyTimeoutMs(use),
  );

  it("fails at the border of two segments, as without segments", async () => {
    const { number, from } = await log.blockAt(log.flips[1]);
    const held = `(select number from holdings where account = 'player:${log.alice}' and asset = 'RBX')`;
    const cases: readonly (readonly [change: () => Promise<void>, position: number, sentence: RegExp])[] = [
      [
        () => log.tampered.forge(from, ({ recordedAt }) => ({ recordedAt: recordedAt - 3_600_000 })),
        from,
        /^The event was recorded at \d+, before the one ahead of it at \d+\.$/,
      ],
      [
        () => log.tampered.run(`delete from events where position = ${from}`),
        from,
        /^There is no event, but an entry\.$/,
      ],
      [
        () => log.tampered.run(`delete from events where position = ${from - 1}`),
        from - 1,
        /^There is no event, but an entry\.$/,
      ],
      [
        () => log.tampered.run(`delete from blocks where number = ${number - 1}`),
        (await log.blockAt(from - 1)).from,
        /has the number \d+, where \d+ is due\.$/,
      ],
      [
        () =>
          log.tampered.run(
            `update events set accounts = '{}', assets = '{}', deltas = '{}' where position = ${from}`,
          ),
        from,
        /^The event's columns do not give its leaf/,
      ],
      [
        () => log.tampered.run(`update events set deltas = deltas || 5::bigint where position = ${from}`),
        from,
        /are not of one length\.$/,
      ],
      [
        () =>
          log.tampered.run(
            ...onEntries(`delete from loose_entries where holding = ${held} and position = ${from}`),
          ),
        from,
        /the event gives leg 0: player:p_alice -100 RBX/,
      ],
      [
        () => log.tampered.run(`delete from entry_runs where holding = ${held}`),
        await log.firstOf("PlayerRegistered", log.alice),
        /leg \d: player:p_alice \d+ RBX/,
      ],
    ];
    for (const [change, position, sentence] of cases) {
      await change();
      const { report } = await verified();
      expect(report).toEqual({ ok: false, problem: { position, sentence: expect.stringMatching(sentence) } });
      if (other !== null) expect((await verified(besideOn(other, 2))).report).toEqual(report);
      await log.tampered.restore();
    }
  });

  it("fails on a block that was changed to have no event", async () => {
    const [one] = await log.db.query<{ number: bigint }>(
      "select number from blocks where from_position = to_position and number > 1 order by number limit 1",
    );
    await log.tampered.run(`update blocks set to_position = to_position - 1 where number = ${one?.number}`);
    const found = await log.problem();
    expect(found.sentence).toMatch(/^Block \d+ \(positions \d+ to \d+\) holds no event\.$/);
  });

  it.skipIf(engine.name === "pglite")("is followed by threads of npm run verify", async () => {
    // It would report on stderr that its threads failed.
    const right = { stdout: expect.stringContaining("The log is right"), stderr: "" };
    expect(await runVerify("--heads", log.headsFile)).toEqual(right);
  });

  it.skipIf(engine.name === "pglite")("fails with what only a thread of npm run verify finds", async () => {
    const position = log.flips[1];
    await log.tampered.run(`update events set leaf = sha256('') where position = ${position}`);
    await expect(runVerify()).rejects.toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringContaining(`First bad position: ${position}\nThe event's columns do not give`),
    });
  });

  it.skipIf(engine.name === "pglite")(
    "is read again from the start where a read was broken off",
    async () => {
      if (other === null) throw new Error("a server has several connections");
      await log.tampered.run(`update commands set answer = '{}' where position = ${log.flips[1]}`);
      const { report } = await verified(besideOn(other, 1));
      expect(report).toMatchObject({ ok: false, problem: { position: log.flips[1] } });
    },
  );

  it.skipIf(engine.name === "pglite")(
    "is verified without threads if they cannot work, or begin",
    async () => {
      const alone = await verified();
      const failed = async () => Promise.reject(new Error("no connection"));
      const beginnings: VerifyThreads["begin"][] = [
        () => ({ workers: [{ follow: failed }], end: async () => undefined }),
        () => {
          throw new Error("no thread");
        },
      ];
      const reasons: string[] = [];
      const onUnused = (reason: Error) => void reasons.push(reason.message);
      for (const begin of beginnings)
        expect((await verified({ begin, onUnused })).report).toEqual(alone.report);
      expect(reasons).toEqual(["no connection", "no thread"]);
    },
  );

  it.skipIf(engine.name === "pglite")(
    "ends its threads where its own connection is gone by then",
    async () => {
      if (other === null) throw new Error("a server has several connections");
      const beside = besideOn(other, 1);
      let isEnded = false;
      const end = async () => {
        isEnded = true;
      };
      const threads: VerifyThreads = {
        begin: (snapshot) => ({ workers: beside.begin(snapshot).workers, end }),
      };
      const gone = (tx: ScriptedSql): ScriptedSql => ({
        query: (text, values) =>
          text === "close all" ? Promise.reject(new Error("no connection")) : tx.query(text, values),
        run: (statement) => tx.run(statement),
        script: (text) => tx.script(text),
      });
      const db = new Proxy(log.db, {
        get: (target, name) =>
          name === "transaction"
            ? (((work, options) =>
                target.transaction((tx) => work(gone(tx)), options)) satisfies OpenDatabase["transaction"])
            : Reflect.get(target, name, target),
      });
      const options = { model: logModel, keys: worldSigner.publicKeys().keys, threads };
      await expect(verifyLog(db, options)).rejects.toThrow("no connection");
      expect(isEnded).toBe(true);
    },
  );
});
