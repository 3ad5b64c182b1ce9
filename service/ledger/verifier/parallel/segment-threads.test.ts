import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Segment } from "./segment.ts";
import { SegmentThreads } from "./segment-threads.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-threads-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const END = { position: 4, recordedAt: 1, commandId: "c", block: 2, hash: "aa" };
const SEGMENT: Segment = { logId: 1, after: null, through: null };
const BAD: Segment = { ...SEGMENT, logId: 2 };

/** Programs of a thread, by what they do with a segment. */
const PROGRAMS = {
  follows: `parentPort.on("message", ({ logId }) => parentPort.postMessage(
    logId === 1 ? { end: ${JSON.stringify(END)} } : { problem: "There is no event." }))`,
  fails: `parentPort.on("message", () => { throw new Error("no memory") })`,
  "fails at once": `throw new Error("no connection")`,
  ends: `parentPort.on("message", () => process.exit(0))`,
  waits: `parentPort.on("message", () => undefined)`,
} as const;

describe("threads that follow segments", () => {
  let threads: SegmentThreads | null = null;
  afterEach(() => threads?.end());

  /** Starts threads with a program. */
  async function begin(does: keyof typeof PROGRAMS, count = 1) {
    const program = join(folder, `${does.replaceAll(" ", "-")}.mjs`);
    await writeFile(program, `import { parentPort } from "node:worker_threads";\n${PROGRAMS[does]};\n`);
    threads = new SegmentThreads(program, count, { url: "postgres://nowhere", snapshot: "1" });
    const [one] = threads.workers;
    if (one === undefined) throw new Error("a thread was begun");
    return { threads, one };
  }

  it("answer where each segment ended, or its problem, one after another", async () => {
    const { threads, one } = await begin("follows", 2);
    expect(threads.workers).toHaveLength(2);
    expect(await one.follow(SEGMENT)).toEqual(END);
    await expect(one.follow(BAD)).rejects.toThrow("There is no event.");
    expect(await one.follow(SEGMENT)).toEqual(END);
  });

  it.each([
    ["fails", "no memory"],
    ["fails at once", "no connection"],
    ["ends", "A thread of the verification has ended."],
  ] as const)("refuse this segment and all later ones if the thread %s", async (does, problem) => {
    const { one } = await begin(does);
    await expect(one.follow(SEGMENT)).rejects.toThrow(problem);
    await expect(one.follow(SEGMENT)).rejects.toThrow(problem);
  });

  it("refuse the segments under way when they are ended", async () => {
    const { threads, one } = await begin("waits");
    const under = one.follow(SEGMENT);
    const refused = expect(under).rejects.toThrow("A thread of the verification has ended.");
    await threads.end();
    await refused;
  });
});
