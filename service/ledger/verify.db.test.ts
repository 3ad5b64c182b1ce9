import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { onEntries } from "#projections/testing/loose-entries.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { type PlayedLog, playLog } from "#service/lab/testing/logs/played-log.ts";
import { databaseSlices } from "#service/ledger/verifier/database-slices.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-verify-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Another hash, for columns with hashes. */
const OTHER_HASH = `decode('${"ab".repeat(32)}', 'hex')`;

/** A change of each column of an event, and the verifier's answer. */
const EVENT_CHANGES: readonly (readonly [column: string, change: string, sentence: RegExp])[] = [
  ["log_id", "2", /There is no event/],
  ["position", "position + 1000", /There is no event/],
  ["stream", "'player:p_carol'", /is version \d+ of the stream "player:p_carol", where 1 is due/],
  ["version", "version + 1", /is version \d+ of the stream/],
  ["type", "'NeverDeclared'", /do not give its leaf/],
  ["schema_version", "2", /do not give its leaf/],
  ["event_id", "event_id || '0'", /The event's id is/],
  ["command_id", "command_id || '0'", /The event's id is/],
  ["actor", "'player:p_mallory'", /do not give its leaf/],
  ["recorded_at", "recorded_at + 1", /do not give its leaf|before the one ahead/],
  ["payload", `replace(payload, '"stake":"100"', '"stake":"101"')`, /do not give its leaf/],
  ["accounts", "array_replace(accounts, 'house', 'issuance')", /do not give its leaf/],
  ["assets", "array_replace(assets, 'RBX', 'TIX')", /do not give its leaf/],
  [
    "deltas",
    "(select array_agg(d * 2 order by n) from unnest(deltas) with ordinality u(d, n))",
    /do not give its leaf/,
  ],
  ["also_in", "'{player:p_thief}'", /do not give its leaf/],
  ["leaf", OTHER_HASH, /do not give its leaf/],
];

describeEachEngine("a verification", (engine) => {
  let log: PlayedLog;
  beforeAll(async () => {
    log = await playLog(engine, join(folder, `${engine.name}.jsonl`));
  });
  afterEach(() => log.tampered.restore());
  afterAll(() => log.db.close());

  const columnsOf = async (table: string): Promise<string[]> => {
    const rows = await log.db.query<{ name: string }>(
      `select column_name::text as name from information_schema.columns
       where table_schema = 'public' and table_name = $1`,
      [table],
    );
    return rows.map(({ name }) => name);
  };

  it("accepts a log as it was written, and returns its summary", async () => {
    const report = await log.verify(log.headsFile);
    expect(report).toMatchObject({
      ok: true,
      summary: {
        events: log.newest,
        accounts: 4,
        recomputed: 3,
        trialBalance: [{ sum: 0n }, { sum: 0n }],
      },
    });
    const lines = (await readFile(log.headsFile, "utf8")).trimEnd().split("\n").length;
    const vouchedTo = log.newest;
    expect(report).toMatchObject({ summary: { headsStored: lines, headsElsewhere: lines, vouchedTo } });
    expect(lines).toBeGreaterThanOrEqual(7);
  });

  it("gives more memory to its sorts, and to no later query", async () => {
    const memory = await log.db.transaction(async (tx) => {
      const now = async () =>
        (await tx.query<{ now: string }>("select current_setting('work_mem') as now"))[0]?.now;
      const before = await now();
      const meanwhile = new Set<string | undefined>();
      for await (const { events } of databaseSlices(tx, LOG_ID))
        if (events.length > 0) meanwhile.add(await now());
      return { before, meanwhile: [...meanwhile], after: await now() };
    });
    expect(memory).toEqual({
      before: memory.after,
      meanwhile: ["128MB"],
      after: expect.not.stringMatching("128MB"),
    });
  });

  it.each(EVENT_CHANGES)("names the event whose %s was changed", async (column, change, sentence) => {
    for (const position of log.flips) {
      await log.tampered.run(`update events set ${column} = ${change} where position = ${position}`);
      const found = await log.problem();
      expect(found.sentence).toMatch(sentence);
      expect(found.position).toBe(position);
      await log.tampered.restore();
    }
  });

  it("covers every column of an event", async () => {
    expect(EVENT_CHANGES.map(([column]) => column).sort()).toEqual((await columnsOf("events")).sort());
  });

  const blockChanges: readonly (readonly [string, string, RegExp])[] = [
    ["log_id", "2", /has the number|is in no block/],
    ["number", "number + 1000", /has the number \d+, where \d+ is due/],
    ["from_position", "from_position + 1", /says that it begins at/],
    ["to_position", "to_position + 1", /root|goes on to position/],
    ["previous", OTHER_HASH, /does not name the hash of the block before it/],
    ["root", OTHER_HASH, /root that its events do not give/],
    ["hash", OTHER_HASH, /has not the hash of its columns/],
  ];
  it.each(blockChanges)(
    "names the first event of the block whose %s was changed",
    async (column, change, sentence) => {
      const newest = await log.blockAt(log.newest);
      for (const position of log.flips) {
        const { number, from } = await log.blockAt(position);
        await log.tampered.run(`update blocks set ${column} = ${change} where number = ${number}`);
        const found = await log.problem();
        expect(found.sentence).toMatch(sentence);
        const isBeyond = column === "to_position" && number === newest.number;
        expect(found.position).toBe(isBeyond ? log.newest + 1 : from);
        await log.tampered.restore();
      }
      expect(blockChanges.map(([name]) => name).sort()).toEqual((await columnsOf("blocks")).sort());
    },
  );

  const commandChanges: readonly (readonly [string, string, RegExp])[] = [
    ["command_id", "command_id || '0'", /stands here, where "cmd_\w+" wrote/],
    ["position", "position + 1000", /has no answer/],
    ["answer", `replace(answer, '"nonce":', '"nonce":1')`, /does not say the nonce/],
    ["answer", `regexp_replace(answer, '"rbxBalance":"[^"]*"', '"rbxBalance":"1.00"')`, /say the rbxBalance/],
    ["answer", "'[]'", /is not JSON/],
    ["request_hash", "'\\x00'", /request hash of 1 bytes/],
  ];
  it.each(commandChanges)(
    "names the command whose %s was changed to %s",
    async (column, change, sentence) => {
      for (const position of log.flips) {
        await log.tampered.run(`update commands set ${column} = ${change} where position = ${position}`);
        const found = await log.problem();
        expect(found.sentence).toMatch(sentence);
        expect(found.position).toBe(position);
        await log.tampered.restore();
      }
      const changed = new Set(commandChanges.map(([name]) => name));
      expect([...changed].sort()).toEqual((await columnsOf("commands")).sort());
    },
  );

  it("cannot tell one request hash from another, which no event carries", async () => {
    await log.tampered.run(
      `update commands set request_hash = ${OTHER_HASH} where position = ${log.flips[1]}`,
    );
    expect((await log.verify(log.headsFile)).ok).toBe(true);
  });

  const entryChanges: readonly (readonly [string, string, RegExp])[] = [
    ["log_id", "2", /is missing|entry says/],
    ["position", "position + 1000", /is missing|entry says/],
    ["leg", "leg + 10", /entry says leg|is missing/],
    [
      "holding",
      "(select number from holdings where account = 'player:p_alice' and asset = 'TIX')",
      /entry says leg 0: player:p_alice -100 TIX/,
    ],
    ["holding", "-holding", /is missing|entry says/],
    ["delta", "delta - 1", /entry says leg 0: player:p_alice -101 RBX/],
    ["balance_after", "balance_after + 1", /entry says leg 0: .* where the event gives leg 0/],
  ];
  it.each(entryChanges)("names the event whose entry's %s was changed", async (column, change, sentence) => {
    for (const position of log.flips) {
      await log.tampered.run(
        ...onEntries(
          `update loose_entries set ${column} = ${change} where position = ${position} and leg = 0`,
        ),
      );
      const found = await log.problem();
      expect(found.sentence).toMatch(sentence);
      expect(found.position).toBe(position);
      await log.tampered.restore();
    }
    const changed = new Set(entryChanges.map(([name]) => name));
    expect([...changed].sort()).toEqual((await columnsOf("holding_entries")).sort());
  });

  const runChanges: readonly (readonly [column: string, change: string, sentence: RegExp])[] = [
    ["log_id", "2", /is missing|entry says/],
    ["holding", "-holding", /is missing|entry says/],
    ["first_entry", "first_entry + 1", /is missing|entry says/],
    ["first_entry", "-first_entry", /is missing|entry says/],
    ["first_entry", "9223372036854775807", /is missing|entry says/],
    ["entries", "entries[1:1] || array[array[9223372036854775807, 1, 1]]", /is missing|entry says/],
    ["entries", "array[array[-1, 0, 0]] || entries", /entry says|more entries/],
    ["entries", "entries[:0]", /is missing|entry says/],
    ["entries", "entries || array[array[0, 1, 1]]::bigint[]", /entry says|more entries/],
    ["entries", "array_fill(null::bigint, array[1, 3])", /is missing|entry says/],
    ["entries", "entries[2:2] || entries[1:1]", /A run of entries of holding \d+ is not in its place/],
  ];
  it.each(runChanges)(
    "finds a run of entries whose %s was changed to %s",
    async (column, change, sentence) => {
      // Two entries or more, as in a flip that was won.
      const run = "(select min(first_entry) from entry_runs where array_upper(entries, 1) = 2)";
      await log.tampered.run(`update entry_runs set ${column} = ${change} where first_entry = ${run}`);
      expect((await log.problem()).sentence).toMatch(sentence);
      const changed = new Set(runChanges.map(([name]) => name));
      expect([...changed].sort()).toEqual((await columnsOf("entry_runs")).sort());
    },
  );

  const holdingChanges: readonly (readonly [string, string, RegExp])[] = [
    ["log_id", "2", /The holding of player:p_alice in RBX is missing/],
    ["account", "'player:p_carol'", /The holdings say that player:p_carol has/],
    ["asset", "'item:1:1'", /of item:1:1, where the events add up to none/],
    ["number", "-number", /The holding of player:p_alice in RBX has the number -\d+, where \d+ is due/],
  ];
  it.each(holdingChanges)("names the holding whose %s was changed", async (column, change, sentence) => {
    await log.tampered.run(
      `update holding_numbers set ${column} = ${change} where account = 'player:${log.alice}' and asset = 'RBX'`,
    );
    const found = await log.problem();
    expect(found.sentence).toMatch(sentence);
    expect(found.position).toBe(log.newest);
    expect(holdingChanges.map(([name]) => name).sort()).toEqual((await columnsOf("holding_numbers")).sort());
  });

  const headChanges: readonly (readonly [string, string, RegExp])[] = [
    ["log_id", "2", /is of the log "2", and this is "1"/],
    ["number", "number + 1000", /is not valid/],
    ["to_position", "to_position - 1", /is not valid/],
    ["hash", OTHER_HASH, /is not valid/],
    ["signed_at", "signed_at + 1", /is not valid/],
    ["signature", "set_byte(signature, 5, 255 - get_byte(signature, 5))", /is not valid/],
    ["key_id", "'k9'", /signed with the key "k9", which is not known/],
  ];
  it.each(headChanges)("names the signed head whose %s was changed", async (column, change, sentence) => {
    const { number, to } = await log.blockAt(log.flips[1]);
    await log.tampered.run(`update signed_heads set ${column} = ${change} where number = ${number}`);
    const found = await log.problem();
    expect(found.sentence).toMatch(sentence);
    expect(found.sentence).toContain("heads in the database");
    expect(found.position).toBe(column === "to_position" ? to - 1 : to);
    expect(headChanges.map(([name]) => name).sort()).toEqual((await columnsOf("signed_heads")).sort());
  });

  it.each([
    ["position", "position - 1"],
    ["block", "block - 1"],
    ["hash", OTHER_HASH],
    ["recorded_at", "recorded_at + 1"],
  ])("names the end of the log when its head's %s was changed", async (column, change) => {
    await log.tampered.run(`update log_heads set ${column} = ${change}`);
    const found = await log.problem();
    expect(found.sentence).toContain("The head of the log");
    // A head that stops short leaves out the next position.
    expect(found.position).toBe(column === "block" ? log.newest + 1 : log.newest);
  });

  it.each([
    ["events", "There is no event, but an entry"],
    ["commands", "has no answer"],
    ["loose_entries", "The entry of leg 0"],
  ])("names the position at which a row of %s was deleted", async (table, sentence) => {
    for (const position of log.flips.slice(0, 2)) {
      await log.tampered.run(...onEntries(`delete from ${table} where position = ${position}`));
      const found = await log.problem();
      expect(found.sentence).toContain(sentence);
      expect(found.position).toBe(position);
      await log.tampered.restore();
    }
  });

  it("names an event deleted with all its rows", async () => {
    const tables = ["events", "commands", "loose_entries"];
    await log.tampered.run(
      ...onEntries(...tables.map((table) => `delete from ${table} where position = ${log.flips[1]}`)),
    );
    expect(await log.problem()).toEqual({
      position: log.flips[1],
      sentence: `There is no event; the next one is at position ${log.flips[1] + 1}.`,
    });
  });

  it("names the first event of a deleted block", async () => {
    const { number, from } = await log.blockAt(log.flips[1]);
    await log.tampered.run(`delete from blocks where number = ${number}`);
    const found = await log.problem();
    expect(found.position).toBe(from);
    expect(found.sentence).toContain(`has the number ${number + 1}, where ${number} is due`);
  });

  it("names a deleted holding and a deleted seed", async () => {
    await log.tampered.run(
      `delete from holding_numbers where account = 'player:${log.bob}' and asset = 'TIX'`,
    );
    expect((await log.problem()).sentence).toContain(`The holding of player:${log.bob} in TIX is missing`);
    await log.tampered.restore();
    await log.tampered.run(`delete from sealed_seeds where owner = '${log.bob}' and pair = 3`);
    expect((await log.problem()).sentence).toMatch(/The seed of the commitment \w{64} is not kept/);
    await log.tampered.restore();
    await log.tampered.run(`update sealed_seeds set pair = 7 where owner = '${log.bob}' and pair = 3`);
    expect((await log.problem()).sentence).toContain("is kept for pair 7, where it was promised for 3");
    await log.tampered.restore();
    await log.tampered.run(
      `update sealed_seeds set owner = 'p_carol' where owner = '${log.bob}' and pair = 3`,
    );
    expect((await log.problem()).sentence).toContain(
      `is kept for p_carol, where it was promised to ${log.bob}`,
    );
  });

  it("names a holding that no event opened", async () => {
    await log.tampered.run("insert into holding_numbers values (1, 'player:p_dave', 'RBX', 5)");
    expect(await log.problem()).toEqual({
      position: log.newest,
      sentence: "The holding of player:p_dave in RBX is of no event.",
    });
  });

  it("names the first of two swapped events, within a block and across blocks", async () => {
    const { from } = await log.blockAt(log.flips[0]);
    for (const [a, b] of [
      [from, from + 1],
      [log.flips[0], log.flips[1]],
      [log.flips[1], log.flips[2]],
    ] as const) {
      await log.tampered.run(swap("events", a, b));
      expect((await log.problem()).position).toBe(a);
      await log.tampered.restore();
      // Moved with all their rows, only the hashes or the versions of their streams still tell.
      const swaps = ["events", "commands", "loose_entries"].map((table) => swap(table, a, b));
      await log.tampered.run(...onEntries(...swaps));
      const { position } = await log.problem();
      expect(position).toBeGreaterThanOrEqual((await log.blockAt(a)).from);
      expect(position).toBeLessThanOrEqual(a);
      await log.tampered.restore();
    }
  });

  it("names the first of two swapped blocks, commands or entries", async () => {
    const [one, two] = [await log.blockAt(log.flips[0]), await log.blockAt(log.flips[1])];
    await log.tampered.run(
      `update blocks set number = case number when ${one.number} then ${two.number} + 5000 else ${one.number} + 5000 end
       where number in (${one.number}, ${two.number})`,
      "update blocks set number = number - 5000 where number > 5000",
    );
    expect((await log.problem()).position).toBe(one.from);
    await log.tampered.restore();
    await log.tampered.run(swap("commands", log.flips[0], log.flips[1]));
    expect((await log.problem()).position).toBe(log.flips[0]);
    await log.tampered.restore();
    await log.tampered.run(...onEntries(swap("loose_entries", log.flips[0], log.flips[1])));
    expect((await log.problem()).position).toBe(log.flips[0]);
  });

  it("names rows at positions without an event", async () => {
    await log.tampered.run(...strayEntry(log.newest + 5, 0));
    expect(await log.problem()).toEqual({
      position: log.newest + 5,
      sentence: "There is no event, but an entry.",
    });
    await log.tampered.restore();
    await log.tampered.run(`insert into commands values ('x', ${OTHER_HASH}, ${log.newest + 2}, '{}')`);
    expect(await log.problem()).toEqual({
      position: log.newest + 2,
      sentence: "There is no event, but the answer to a command.",
    });
    await log.tampered.restore();
    await log.tampered.run(...strayEntry(log.flips[0], 9));
    expect(await log.problem()).toMatchObject({
      position: log.flips[0],
      sentence: expect.stringContaining("more entries"),
    });
    await log.tampered.restore();
    await log.tampered.run(
      `insert into events select log_id, position + 1, stream, version + 100, type, schema_version, 'y.0', 'y', actor,
        recorded_at, payload, '{}', '{}', '{}', leaf from events where position = ${log.newest}`,
    );
    expect((await log.problem()).position).toBe(log.newest + 1);
  });
});

/** Swaps the rows of two positions. */
const strayEntry = (position: number, leg: number): readonly string[] =>
  onEntries(`insert into loose_entries (log_id, holding, position, leg, delta, balance_after)
    select 1, number, ${position}, ${leg}, 0, 1 from holdings where account = 'house' and asset = 'RBX'`);

function swap(table: string, a: number, b: number): string {
  const away = -1_000_000;
  return [
    `update ${table} set position = ${away} where position = ${a}`,
    `update ${table} set position = ${a} where position = ${b}`,
    `update ${table} set position = ${b} where position = ${away}`,
  ].join("; ");
}
