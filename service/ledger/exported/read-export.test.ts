import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { LogSlice } from "../verifier/slices.ts";
import { EXPORT_FORMAT, EXPORT_FORMAT_1, type ExportLine, lineText } from "./lines.ts";
import { ExportedLogError, exportedSlices, readHeading } from "./read-export.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-read-export-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const HASH = "00".repeat(32);
const at = new Date(0).toISOString();
const log = (format: typeof EXPORT_FORMAT | typeof EXPORT_FORMAT_1 = EXPORT_FORMAT): ExportLine => ({
  ...{ kind: "log", format, log: "1", exportedAt: at },
});
const keys: ExportLine = { kind: "keys", keys: [] };
const event = (position: number, alsoIn?: string[]): ExportLine => ({
  ...{ kind: "event", position, stream: "player:p", version: position, type: "T", schemaVersion: 1 },
  ...{ eventId: `c${position}.0`, commandId: `c${position}`, actor: "a", recordedAt: 0, payload: "{}" },
  ...{ accounts: [], assets: [], deltas: [], leaf: HASH },
  ...(alsoIn === undefined ? {} : { alsoIn }),
});
const answer = (position: number): ExportLine => ({
  ...{ kind: "command", position, commandId: `c${position}`, requestHash: "", answer: "{}" },
});
const block = (number: number): ExportLine => ({
  ...{ kind: "block", number, from: number, to: number, previous: HASH, root: HASH, hash: HASH },
});
const end = (position: number): ExportLine => ({ kind: "end", position, block: position, hash: HASH });

let files = 0;
async function fileOf(...lines: readonly ExportLine[]): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.ndjson`);
  await writeFile(path, lines.map(lineText).join(""));
  return path;
}
async function slicesOf(...lines: readonly ExportLine[]): Promise<LogSlice[]> {
  const slices: LogSlice[] = [];
  for await (const slice of exportedSlices(await fileOf(...lines))) slices.push(slice);
  return slices;
}

describe("an exported log", () => {
  it("is read in slices of 4,000 events, each with all that stands at its positions", async () => {
    const lines = Array.from({ length: 9_000 }, (_, n) => [event(n + 1), answer(n + 1), block(n + 1)]);
    const slices = await slicesOf(log(), keys, ...lines.flat(), end(9_000));
    const sizes = slices.map(({ events, commands, blocks }) => [
      events.length,
      commands.length,
      blocks.length,
    ]);
    // The last one has no events, like that of a database.
    expect(sizes).toEqual([...[4_000, 4_000, 1_000, 0].map((size) => [size, size, size])]);
    for (const [n, { events, commands, blocks }] of slices.slice(0, 3).entries()) {
      const first = n * 4_000 + 1;
      expect([events[0]?.position, commands[0]?.position, blocks[0]?.to]).toEqual([first, first, first]);
    }
  });

  it("has events of several streams since format 2", async () => {
    const shared = event(1, ["player:p_2"]);
    expect((await slicesOf(log(), keys, shared, end(1)))[0]?.events[0]?.alsoIn).toEqual(["player:p_2"]);
    expect(await slicesOf(log(EXPORT_FORMAT_1), keys, event(1), end(1))).toHaveLength(2);
    await expect(slicesOf(log(EXPORT_FORMAT_1), keys, shared, end(1))).rejects.toThrow(
      `${EXPORT_FORMAT_1} has no events of several streams.`,
    );
  });

  it("begins with its log and its keys, once", async () => {
    for (const lines of [
      [keys, log(), end(0)],
      [log(), event(1), keys, end(1)],
      [log(), log(), end(0)],
      [log(), event(1), end(1)],
    ]) {
      const path = await fileOf(...lines);
      await expect(readHeading(path)).rejects.toThrow(ExportedLogError);
      await expect(slicesOf(...lines)).rejects.toThrow("its heading is not at its beginning alone.");
    }
    for (const again of [log(EXPORT_FORMAT_1), log(), keys])
      await expect(slicesOf(log(), keys, again, end(0))).rejects.toThrow(ExportedLogError);
    expect(await readHeading(await fileOf(log(), keys, end(0)))).toEqual({
      ...{ logId: 1, exportedAt: at, keys: [] },
    });
  });
});
