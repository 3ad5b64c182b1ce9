import { expect, it } from "vitest";
import { Gathered } from "./gathered.ts";

/** A look-up that answers on demand. */
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

it("keys are asked for at once while few are, and those that come meanwhile together, each once", async () => {
  const { gathered, asked, keysAsked } = slowLookUp();
  const first = ["a", "b", "c", "d"].map((key) => gathered.find(key));
  expect(keysAsked()).toEqual(["a", "b", "c", "d"]);
  // What was asked before is asked again: the answer on its way may be older than this.
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

it("a question that hangs keeps nobody else from being answered", async () => {
  const { gathered, asked } = slowLookUp();
  void gathered.find("hangs");
  for (let n = 0; n < 10; n += 1) {
    const next = gathered.find(`k${n}`);
    asked.at(-1)?.answer();
    expect(await next).toBe(`K${n}`);
  }
});

it("an error is told to those alone who were asked for with it", async () => {
  const { gathered, asked } = slowLookUp();
  const [first, second] = [gathered.find("a"), gathered.find("b")];
  asked[0]?.fail();
  await expect(first).rejects.toThrow("away");
  asked[1]?.answer();
  expect(await second).toBe("B");
});

it("of a large crowd so many are asked for at once as one question takes", async () => {
  const { gathered, asked } = slowLookUp();
  const all = Array.from({ length: 1_204 }, (_, n) => gathered.find(`k${n}`));
  for (let question = 0; question < 7; question += 1) {
    asked[question]?.answer();
    await new Promise(setImmediate);
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 1, 1, 1, 500, 500, 200]);
  expect(await Promise.all(all)).toHaveLength(1_204);
});
