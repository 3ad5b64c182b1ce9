import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import * as paper from "#web/lib/effects/confetti.ts";
import { resultEffects } from "#web/lib/effects/result-effects.ts";
import * as sounds from "#web/lib/effects/sound.ts";

afterEach(() => vi.restoreAllMocks());

/** All files of the site except tests. */
const sources = readdirSync("web", { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.|^e2e|^testing/.test(path),
);

it("are the only way to celebrate or to sound like a win, for every game", () => {
  const others = sources.filter(
    (path) =>
      path !== "lib/effects/result-effects.ts" &&
      /(?<!function )\bcelebrate\(\)|playSound\([^)]*"win"/.test(readFileSync(`web/${path}`, "utf8")),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(others).toEqual([]);
});

it.each([
  ["twice the stake", 200n, "win", 1],
  ["a cent above the stake", 101n, "win", 1],
  ["the stake itself", 100n, null, 0],
  ["less than the stake", 99n, "lose", 0],
  ["nothing", 0n, "lose", 0],
])("of %s are celebrated only above the stake", (_, payout, sound, celebrations) => {
  const play = vi.spyOn(sounds, "playSound").mockImplementation(() => {});
  const rain = vi.spyOn(paper, "celebrate").mockImplementation(() => () => {});
  resultEffects({ stake: 100n, payout })();
  expect(play.mock.calls).toEqual(sound === null ? [] : [[sound]]);
  expect(rain).toHaveBeenCalledTimes(celebrations);
});
