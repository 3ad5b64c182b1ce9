import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { type PlayedLog, playLog } from "#service/lab/testing/logs/played-log.ts";
import { worldSigner } from "#service/lab/testing/world.ts";
import { readHeads } from "#service/ledger/heads/heads-file.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { exportLog } from "./export-log.ts";
import { importLog, NotEmptyError } from "./import-log.ts";
import { ExportedLogError } from "./read-export.ts";
import { verifyExport } from "./verify-export.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-exported-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { keys } = worldSigner.publicKeys();
const OTHER_HASH = "ab".repeat(32);

type Line = { kind: string; [field: string]: unknown };

async function exportTo(db: OpenDatabase, path: string): Promise<string> {
  const pieces: string[] = [];
  await exportLog(db, { keys, now: () => 0, write: async (piece) => void pieces.push(piece) });
  await writeFile(path, pieces.join(""));
  return path;
}

/** The digests of every read model, built from the log alone. */
async function digestsOf(db: OpenDatabase): Promise<Record<string, string>> {
  const statements = new Statements(eventTypes);
  const comparisons = await replay({ db, logId: LOG_ID, owner: "test", statements }, allProjections);
  return Object.fromEntries(comparisons.map(({ name, rebuilt }) => [name, rebuilt]));
}

describeEachEngine("an exported log", (engine) => {
  let log: PlayedLog;
  let path: string;
  let lines: readonly Line[];
  beforeAll(async () => {
    log = await playLog(engine, join(folder, `${engine.name}.jsonl`));
    path = await exportTo(log.db, join(folder, `${engine.name}.ndjson`));
    const text = await readFile(path, "utf8");
    lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
  });
  afterAll(() => log.db.close());

  let files = 0;
  /** The export with some lines changed. */
  async function changed(change: (line: Line) => readonly Line[]): Promise<string> {
    files += 1;
    const forged = join(folder, `${engine.name}-${files}.ndjson`);
    const text = lines.flatMap((line) => change({ ...line })).map((line) => `${JSON.stringify(line)}\n`);
    await writeFile(forged, text.join(""));
    return forged;
  }
  const at = (kind: string, position: number) => (line: Line) =>
    line.kind === kind && line.position === position;
  const problemIn = async (file: string, heads?: string) => {
    const report = await verifyExport(file, {
      model: logModel,
      keys,
      ...(heads === undefined ? {} : { heads: readHeads(heads) }),
    });
    if (report.ok) throw new Error("Nothing was found to be wrong");
    return report.problem;
  };
  /** Fields of lines, a change of each, and the problem reported. */
  const changes: readonly (readonly [string, string, (value: never) => unknown, RegExp])[] = [
    ["event", "stream", () => "player:p_carol", /of the stream "player:p_carol", where 1 is due/],
    ["event", "version", (value: number) => value + 1, /version/],
    ["event", "type", () => "NeverDeclared", /do not give its leaf/],
    ["event", "eventId", (value: string) => `${value}0`, /The event's id is/],
    ["event", "actor", () => "player:p_mallory", /do not give its leaf/],
    ["event", "payload", (value: string) => value.replace('"stake":"100"', '"stake":"101"'), /give its leaf/],
    ["event", "payload", (value: string) => value.replace(":", ": "), /not canonical JSON/],
    ["event", "accounts", () => ["house"], /not of one length/],
    ["event", "deltas", (value: string[]) => value.map((delta) => `${BigInt(delta) * 2n}`), /give its leaf/],
    ["event", "leaf", () => OTHER_HASH, /do not give its leaf/],
    ["event", "position", (value: number) => value + 1_000, /There is no event/],
    [
      "command",
      "answer",
      (value: string) => value.replace('"nonce":', '"nonce":1'),
      /does not say the nonce/,
    ],
    ["command", "commandId", (value: string) => `${value}0`, /stands here, where/],
  ];

  it("is verified like the database, with the same summary", async () => {
    const heads = () => ({ heads: readHeads(log.headsFile) });
    expect(await verifyExport(path, { model: logModel, keys, ...heads() })).toEqual(
      await verifyLog(log.db, { model: logModel, keys, ...heads() }),
    );
    expect((await verifyExport(path, { model: logModel })).ok).toBe(true);
  });

  it.each(changes)(
    "names the position where the %s's %s was changed",
    async (kind, field, change, sentence) => {
      for (const position of log.flips) {
        const found = await problemIn(
          await changed((line) => {
            if (at(kind, position)(line)) line[field] = change(line[field] as never);
            return [line];
          }),
        );
        expect(found.sentence).toMatch(sentence);
        expect(found.position).toBe(position);
      }
    },
  );

  it.each(["previous", "root", "hash"])("names the first event of a block with another %s", async (field) => {
    const { number, from } = await log.blockAt(log.flips[1]);
    const forged = await changed((line) =>
      line.kind === "block" && line.number === number ? [{ ...line, [field]: OTHER_HASH }] : [line],
    );
    expect((await problemIn(forged)).position).toBe(from);
  });

  it("names a command id that is used again later", async () => {
    const [first, , again] = log.flips;
    const used = lines.find(at("event", first));
    const forged = await changed((line) => {
      if (at("event", again)(line)) return [{ ...line, commandId: used?.commandId, eventId: used?.eventId }];
      return [at("command", again)(line) ? { ...line, commandId: used?.commandId } : line];
    });
    expect(await problemIn(forged)).toEqual({
      position: again,
      sentence: expect.stringContaining(`The command "${used?.commandId}" writes here again`),
    });
  });

  it("names the missing event, block or answer", async () => {
    const [, position] = log.flips;
    const { number, from } = await log.blockAt(position);
    const without = (drop: (line: Line) => boolean) => changed((line) => (drop(line) ? [] : [line]));
    expect((await problemIn(await without(at("event", position)))).position).toBe(position);
    expect((await problemIn(await without(at("command", position)))).position).toBe(position);
    expect(
      (await problemIn(await without((line) => line.number === number && line.kind === "block"))).position,
    ).toBe(from);
  });

  it("is refused when truncated; truncated with care, it contradicts the signed heads", async () => {
    const text = await readFile(path, "utf8");
    const torn = join(folder, `${engine.name}-torn.ndjson`);
    for (const [cut, sentence] of [
      [text.slice(0, text.lastIndexOf('{"kind":"end"')), /ends before its last line/],
      [text.slice(0, -30), /line \d+: this is not a line/],
      [`${text}${text}`, /more behind its last line/],
      ["", /this is not an exported log/],
      ["{}\n", /line 1: this is not a line/],
    ] as const) {
      await writeFile(torn, cut);
      await expect(verifyExport(torn, { model: logModel, keys })).rejects.toThrow(sentence);
      await expect(verifyExport(torn, { model: logModel, keys })).rejects.toThrow(ExportedLogError);
    }
    const { to, number } = await log.blockAt(log.flips[1]);
    const last = lines.find((line) => line.kind === "block" && line.number === number);
    const shorter = await changed((line) => {
      if (line.kind === "end") return [{ ...line, position: to, block: number, hash: last?.hash }];
      const place = Number(line.kind === "block" || line.kind === "head" ? line.to : (line.position ?? 0));
      return place > to ? [] : [line];
    });
    expect((await verifyExport(shorter, { model: logModel, keys })).ok).toBe(true);
    expect(await problemIn(shorter, log.headsFile)).toMatchObject({
      position: to + 1,
      sentence: expect.stringContaining("the newest events were cut off"),
    });
  });

  it("ends where its last line says, with the log as it was exported", async () => {
    const { to, number } = await log.blockAt(log.flips[1]);
    const end = lines.at(-1);
    expect(end).toMatchObject({ kind: "end", position: log.newest });
    for (const field of ["position", "block"] as const)
      for (const by of [-1, 1]) {
        const forged = await changed((line) =>
          line.kind === "end" ? [{ ...line, [field]: Number(line[field]) + by }] : [line],
        );
        const position = field === "position" && by < 0 ? log.newest : log.newest + 1;
        expect(await problemIn(forged)).toEqual({
          position,
          sentence: expect.stringMatching(
            /^The file says that the log ends with block \d+ at position \d+, where/,
          ),
        });
      }
    const other = await changed((line) => (line.kind === "end" ? [{ ...line, hash: OTHER_HASH }] : [line]));
    expect((await problemIn(other)).position).toBe(log.newest + 1);
    // The newest events and their signed heads are left out, and the last line is as it was.
    const cut = await changed((line) => {
      if (line.kind === "end") return [line];
      const place = Number(line.kind === "block" || line.kind === "head" ? line.to : (line.position ?? 0));
      return place > to ? [] : [line];
    });
    expect(await problemIn(cut)).toEqual({
      position: to + 1,
      sentence: `The file says that the log ends with block ${end?.block} at position ${log.newest}, where the chain ends with block ${number} at ${to}.`,
    });
  });

  it("carries the signed heads of blocks that its database has lost", async () => {
    const { number, from } = await log.blockAt(log.newest);
    await log.tampered.cutNewestBlock();
    await log.tampered.run(
      `insert into signed_heads select * from untouched.signed_heads where number = ${number}`,
    );
    const cut = await exportTo(log.db, join(folder, `${engine.name}-cut.ndjson`));
    await log.tampered.restore();
    expect(await problemIn(cut)).toMatchObject({
      position: from,
      sentence: expect.stringContaining("the newest events were cut off"),
    });
  });

  it("is imported whole into an empty database: the same rows, and the same read models", async () => {
    const role = engine.name === "postgres" ? { role: serviceRole } : {};
    const db = await engine.fresh(role);
    expect(await importLog(db, path, { model: logModel, keys })).toMatchObject({ ok: true });
    for (const table of [
      "log_heads",
      "events",
      "blocks",
      "commands",
      "signed_heads",
      "entries",
      "holdings",
    ]) {
      const rows = async (of: OpenDatabase) =>
        (await of.query<{ row: string }>(`select t::text as row from ${table} t`))
          .map(({ row }) => row)
          .sort();
      expect([table, await rows(db)]).toEqual([table, await rows(log.db)]);
    }
    const report = await verifyLog(db, {
      model: logModel,
      keys,
      withoutTables: true,
      heads: readHeads(log.headsFile),
    });
    expect(report).toEqual(
      await verifyLog(log.db, { model: logModel, keys, heads: readHeads(log.headsFile) }),
    );
    const lost = await verifyLog(db, { model: logModel, keys });
    expect(lost).toMatchObject({ ok: false, problem: { sentence: expect.stringContaining("is not kept") } });
    expect(await digestsOf(db)).toEqual(await digestsOf(log.db));
    await expect(importLog(db, path, { model: logModel, keys })).rejects.toThrow(NotEmptyError);
    expect(await exportTo(db, join(folder, "again.ndjson")).then((file) => readFile(file, "utf8"))).toBe(
      await readFile(path, "utf8"),
    );
    await db.close();
  });

  it("is not imported at all when it is wrong", async () => {
    const db = await engine.fresh();
    const forged = await changed((line) =>
      at("event", log.newest)(line) ? [{ ...line, actor: "player:p_mallory" }] : [line],
    );
    expect(await importLog(db, forged, { model: logModel, keys })).toMatchObject({
      ok: false,
      problem: { position: log.newest },
    });
    const [left] = await db.query("select count(*)::int as events from events");
    expect(left).toEqual({ events: 0 });
    await db.close();
  });
});
