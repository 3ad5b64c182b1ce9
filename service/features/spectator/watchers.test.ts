import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "#projections/kernel/sql.ts";
import { scheduler } from "#projections/testing/runtime.ts";
import { RENEW_EVERY_MS, Watchers } from "./watchers.ts";

const [GAME, OTHER] = ["0193a000-0000-7000-8000-000000000001", "0193a000-0000-7000-8000-000000000002"];
const gameNumber = (n: number): string => `0193a000-0000-7000-8000-${String(n).padStart(12, "0")}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Processes whose notifications arrive at once, unless cut off. */
function network() {
  const ears = new Map<number, (payload: string) => void>();
  const cutOff = new Set<number>();
  let longest = 0;
  let said = "";
  async function process(id: number) {
    const onChange = vi.fn();
    const query = async (_text: string, values: readonly unknown[] = []) => {
      for (const note of JSON.parse(String(values[1])) as string[]) {
        longest = Math.max(longest, Buffer.byteLength(note));
        said += note;
        if (!cutOff.has(id)) for (const [to, hear] of ears) if (!cutOff.has(to)) hear(note);
      }
      return [];
    };
    const watchers = new Watchers({
      key: Buffer.from("key"),
      db: {
        query: query as unknown as Database["query"],
        listen: async (_channel, hear) => {
          ears.set(id, hear);
          return async () => void ears.delete(id);
        },
      },
      scheduler,
      onChange,
      onTrouble: vi.fn(),
    });
    await watchers.start();
    return { watchers, onChange };
  }
  const say = (note: string): void => {
    for (const hear of ears.values()) hear(note);
  };
  return { process, cutOff, longest: () => longest, heard: () => said, say };
}

it("drops a silent process, and reports the change", async () => {
  const { process, cutOff } = network();
  const [one, two] = [await process(1), await process(2)];
  two.watchers.watch(GAME, "a");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.watchers.of(GAME)).toBe(1);
  cutOff.add(2);
  one.onChange.mockClear();
  await vi.advanceTimersByTimeAsync(5 * RENEW_EVERY_MS);
  expect(one.watchers.of(GAME)).toBe(0);
  expect(one.onChange).toHaveBeenCalledTimes(1);
});

it("keeps the watchers of a process that renews them, and of one silent for a moment", async () => {
  const { process, cutOff } = network();
  const [one, two] = [await process(1), await process(2)];
  two.watchers.watch(GAME, "a");
  await vi.advanceTimersByTimeAsync(10 * RENEW_EVERY_MS);
  expect(one.watchers.of(GAME)).toBe(1);
  cutOff.add(2);
  await vi.advanceTimersByTimeAsync(2 * RENEW_EVERY_MS);
  expect(one.watchers.of(GAME)).toBe(1);
  cutOff.delete(2);
  await vi.advanceTimersByTimeAsync(10 * RENEW_EVERY_MS);
  expect(one.watchers.of(GAME)).toBe(1);
});

it("removes a watcher once, however often that is called", async () => {
  const { process } = network();
  const { watchers } = await process(1);
  const leave = watchers.watch(GAME, "a");
  watchers.watch(GAME, "b");
  leave();
  leave();
  expect(watchers.of(GAME)).toBe(1);
});

it("announces many games in notes that fit, up to the maximum of games", async () => {
  const { process, longest } = network();
  const [one, two] = [await process(1), await process(2)];
  for (let n = 0; n < 1_200; n += 1) two.watchers.watch(gameNumber(n), "a");
  await vi.advanceTimersByTimeAsync(1_000);
  const heard = Array.from({ length: 1_200 }, (_, n) => one.watchers.of(gameNumber(n)));
  expect(heard.filter((count) => count === 1)).toHaveLength(1_000);
  expect(longest()).toBeLessThan(8_000);
});

it("reports changes together, not one by one", async () => {
  const { process } = network();
  const { watchers, onChange } = await process(1);
  for (let n = 0; n < 50; n += 1) watchers.watch(OTHER, `${n}`);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it("ignores malformed and outdated notes", async () => {
  const { process, say } = network();
  const { watchers } = await process(1);
  const note = { process: OTHER, round: 1, games: [[GAME, [1, 2, 3, 4, 5].map((n) => `tag-tag-tag${n}`)]] };
  for (const bad of [
    "",
    "{",
    "null",
    JSON.stringify({ ...note, games: [[GAME, ["short"]]] }),
    JSON.stringify({ ...note, games: [[GAME, []]] }),
    JSON.stringify({ ...note, process: "me" }),
  ])
    say(bad);
  expect(watchers.of(GAME)).toBe(0);
  say(JSON.stringify(note));
  expect(watchers.of(GAME)).toBe(5);
  say(JSON.stringify({ ...note, round: 3, games: [] }));
  say(JSON.stringify({ ...note, round: 2 }));
  expect(watchers.of(GAME)).toBe(0);
});

it("counts a person once, over all windows and processes", async () => {
  const { process } = network();
  const [one, two] = [await process(1), await process(2)];
  const leave = one.watchers.watch(GAME, "alice");
  const leaveToo = one.watchers.watch(GAME, "alice");
  two.watchers.watch(GAME, "alice");
  two.watchers.watch(GAME, "bob");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([one.watchers.of(GAME), two.watchers.of(GAME)]).toEqual([2, 2]);
  one.onChange.mockClear();
  leave();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.onChange).not.toHaveBeenCalled();
  leaveToo();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([one.watchers.of(GAME), two.watchers.of(GAME)]).toEqual([2, 2]);
});

it("announces a game with many watchers in several notes that fit, without identities", async () => {
  const { process, longest, heard } = network();
  const [one, two] = [await process(1), await process(2)];
  for (let n = 0; n < 1_200; n += 1) two.watchers.watch(GAME, `address 198.51.100.${n}`);
  for (let n = 0; n < 90; n += 1) two.watchers.watch(gameNumber(n + 10), "address 203.0.113.9");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.watchers.of(GAME)).toBe(1_200);
  expect(one.watchers.of(gameNumber(99))).toBe(1);
  expect(longest()).toBeLessThan(8_000);
  expect(heard()).not.toMatch(/198\.51|203\.0/);
});

it("announces a watcher who left just before the process stops", async () => {
  const { process } = network();
  const [one, two] = [await process(1), await process(2)];
  const leave = two.watchers.watch(GAME, "a");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.watchers.of(GAME)).toBe(1);
  leave();
  await two.watchers.stop();
  expect(one.watchers.of(GAME)).toBe(0);
});
