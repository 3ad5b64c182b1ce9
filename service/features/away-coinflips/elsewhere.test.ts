import { expect, it } from "vitest";
import type { Config } from "#service/config.ts";
import { GamesElsewhere, TOLD_FOR_MS } from "./elsewhere.ts";

const LOGS: Config["logs"] = {
  secret: "a-secret-of-the-logs-of-a-site",
  all: [1, 2, 3].map((id) => ({ id, origin: `http://log${id}.test`, keys: [] })),
};

function lookingFrom(answer: (url: string) => Promise<Response>) {
  const asked: string[] = [];
  const clock = { now: 1_000_000 };
  const games = new GamesElsewhere({
    config: { logs: LOGS },
    writer: { logId: 1 },
    now: () => clock.now,
    fetch: (url: string) => {
      asked.push(new URL(url).host);
      return answer(url);
    },
  } as unknown as ConstructorParameters<typeof GamesElsewhere>[0]);
  return { games, asked, clock };
}
const nothing = () => Response.json({ items: [] });

it("asks a slow log once, however many players wait for it", async () => {
  let answer: (response: Response) => void = () => undefined;
  const slow = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { games, asked, clock } = lookingFrom((url) =>
    url.includes("log2") ? slow : Promise.resolve(nothing()),
  );
  const first = games.open();
  clock.now += 2 * TOLD_FOR_MS;
  const second = games.open();
  expect(asked.filter((host) => host === "log2.test")).toHaveLength(1);
  answer(nothing());
  expect(await Promise.all([first, second])).toMatchObject([{ unreachable: [] }, { unreachable: [] }]);
  await games.open();
  expect(asked.filter((host) => host === "log2.test")).toHaveLength(1);
  clock.now += TOLD_FOR_MS;
  await games.open();
  expect(asked.filter((host) => host === "log2.test")).toHaveLength(2);
});

it("lists the other logs' games if one log cannot be asked, and offers none of that log", async () => {
  const { games } = lookingFrom(async (url) => {
    if (url.includes("log3")) throw new TypeError("fetch failed");
    return nothing();
  });
  expect(await games.open()).toEqual({ items: [], logs: [2, 3], unreachable: [3] });
  await expect(games.game(3, "g_1")).rejects.toThrow("fetch failed");
  expect(await games.game(1, "g_1")).toBeNull();
});
