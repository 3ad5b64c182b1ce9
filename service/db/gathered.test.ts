import { expect, it } from "vitest";
import { Gathered } from "./gathered.ts";

/** A look-up whose answers the test releases. */
function slowLookUp() {
  const asked: {
    readonly keys: readonly string[];
    readonly answer: () => void;
    readonly fail: () => void;
  }[] = [];
  const gathered = new Gathered<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const known = keys.filter((key) => key !== "nobody");
        asked.push({
          keys,
          answer: () => resolve(new Map(known.map((key) => [key, key.toUpperCase()]))),
          fail: () => reject(new Error("away")),
        });
      }),
  );
  const keysAsked = () => asked.map(({ keys }) => keys.join(" "));
  return { gathered, asked, keysAsked };
}

it("looks up keys at once while few are under way, and later ones together, each once", async () => {
  const { gathered, asked, keysAsked } = slowLookUp();
  const first = ["a", "b", "c", "d"].map((key) => gathered.find(key));
  expect(keysAsked()).toEqual(["a", "b", "c", "d"]);
  // A key under way is looked up again: the pending answer may be older than this call.
  const more = ["e", "f", "e", "nobody", "a"].map((key) => gathered.find(key));
  expect(asked).toHaveLength(4);
  asked[2]?.answer();
  expect(await first[2]).toBe("C");
  expect(keysAsked()[4]).toBe("e f nobody a");
  asked[4]?.answer();
  expect(await Promise.all(more)).toEqual(["E", "F", "E", undefined, "A"]);
  for (const at of [0, 1, 3]) asked[at]?.answer();
  expect(await Promise.all(first)).toEqual(["A", "B", "C", "D"]);
  const alone = gathered.find("g");
  expect(keysAsked()[5]).toBe("g");
  asked[5]?.answer();
  expect(await alone).toBe("G");
});

it("answers others while one query hangs", async () => {
  const { gathered, asked } = slowLookUp();
  void gathered.find("hangs");
  for (let n = 0; n < 10; n += 1) {
    const next = gathered.find(`k${n}`);
    asked.at(-1)?.answer();
    expect(await next).toBe(`K${n}`);
  }
});

it("fails only the callers of a failed query", async () => {
  const { gathered, asked } = slowLookUp();
  const [first, second] = [gathered.find("a"), gathered.find("b")];
  asked[0]?.fail();
  await expect(first).rejects.toThrow("away");
  asked[1]?.answer();
  expect(await second).toBe("B");
});

it("looks up the keys of a large crowd in full batches", async () => {
  const { gathered, asked } = slowLookUp();
  const all = Array.from({ length: 1_204 }, (_, n) => gathered.find(`k${n}`));
  for (let question = 0; question < 7; question += 1) {
    asked[question]?.answer();
    await new Promise(setImmediate);
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 1, 1, 1, 500, 500, 200]);
  expect(await Promise.all(all)).toHaveLength(1_204);
});
