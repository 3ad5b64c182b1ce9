import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../testing/properties/for-all.ts";
import { snapshotOf, stateOf } from "./snapshot.ts";

// A reviver cannot restore a key that JavaScript takes for a prototype; no state has such a key.
const key = fc.string({ maxLength: 8 }).filter((text) => text !== "__proto__");

describe("a snapshot", () => {
  it("restores the state that it was made of, including bigints at any depth", () => {
    const state = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.bigInt(),
        fc.integer(),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    forAll(state, (before) => {
      expect(stateOf(snapshotOf(before))).toEqual(before);
    });
  });

  it("writes a bigint as text under a key of its own", () => {
    expect(snapshotOf({ wagered: 12_345_678_901_234_567_890n })).toBe(
      '{"wagered":{"$bigint":"12345678901234567890"}}',
    );
  });

  it("leaves a text that looks like a bigint a text", () => {
    expect(stateOf(snapshotOf({ title: "5n", bio: '{"$bigint":"5"}' }))).toEqual({
      title: "5n",
      bio: '{"$bigint":"5"}',
    });
  });
});
