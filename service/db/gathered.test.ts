import { expect, it } from "vitest";
import { Gathered } from "./gathered.ts";

/** A look-up that answers when it is told to. */
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
  return { gathered, asked };
}

it("one key is asked for at once, and those that come meanwhile together, each once", async () => {
  const { gathered, asked } = slowLookUp();
  const first = gathered.find("a");
  expect(asked.map(({ keys }) => keys)).toEqual([["a"]]);
  const more = ["b", "c", "b", "nobody"].map((key) => gathered.find(key));
  // What was asked before is asked again: the answer on its way may be older than this.
  const again = gathered.find("a");
  asked[0]?.answer();
  expect(await first).toBe("A");
  expect(asked[1]?.keys).toEqual(["b", "c", "nobody", "a"]);
  asked[1]?.answer();
  expect(await Promise.all(more)).toEqual(["B", "C", "B", undefined]);
  expect(await again).toBe("A");
  const alone = gathered.find("d");
  expect(asked).toHaveLength(3);
  asked[2]?.answer();
  expect(await alone).toBe("D");
});

it("an error is told to those alone who were asked for with it", async () => {
  const { gathered, asked } = slowLookUp();
  const first = gathered.find("a");
  const second = gathered.find("b");
  asked[0]?.fail();
  await expect(first).rejects.toThrow("away");
  asked[1]?.answer();
  expect(await second).toBe("B");
});

it("of a large crowd so many are asked for at once as one question takes", async () => {
  const { gathered, asked } = slowLookUp();
  const all = Array.from({ length: 1_200 }, (_, n) => gathered.find(`k${n}`));
  for (let question = 0; question < 4; question += 1) {
    asked[question]?.answer();
    await Promise.resolve();
    await new Promise(setImmediate);
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 500, 500, 199]);
  expect(await Promise.all(all)).toHaveLength(1_200);
});
