import { expect, it } from "vitest";
import { logForNew } from "./home-log.ts";

it("an added log takes new players from every other log, and moves no player between those", () => {
  const log = (id: number) => ({ id, origin: `http://log${id}.test`, keys: [] });
  const secret = "a secret that logs share among them";
  const [three, four] = [[1, 2, 3].map(log), [1, 2, 3, 4].map(log)];
  const counts = new Map<number, number>();
  for (let one = 0; one < 4_000; one += 1) {
    const before = logForNew(String(one), { all: three, secret });
    const after = logForNew(String(one), { all: four, secret });
    if (after !== 4) expect(after).toBe(before);
    counts.set(after, (counts.get(after) ?? 0) + 1);
  }
  for (const id of [1, 2, 3, 4]) expect(counts.get(id)).toBeGreaterThan(850);
});
