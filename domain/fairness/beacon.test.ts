import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { areSignedBy } from "./batch/beacons.ts";
import { beaconValue, firstRoundFrom, isSignedBy, publishedAt, QUICKNET } from "./beacon.ts";

const file = new URL("../../docs/vectors/rt1.json", import.meta.url);
const { beacons } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly beacons: readonly {
    readonly round: number;
    readonly publishedAt: string;
    readonly signature: string;
    readonly value: string;
  }[];
};

describe("a beacon", () => {
  it("is trusted by its signature, from which its value follows", () => {
    for (const { round, signature, value } of beacons) {
      expect(isSignedBy(QUICKNET, { round, signature })).toBe(true);
      expect(toHex(beaconValue({ round, signature }))).toBe(value);
    }
  });

  it("is not trusted for another round, another chain or another signature", () => {
    const [one, two] = beacons;
    if (one === undefined || two === undefined) throw new Error("There are two beacons");
    const { round, signature } = one;
    // A signature found right must not make others right.
    expect(isSignedBy(QUICKNET, { round, signature })).toBe(true);
    expect(isSignedBy(QUICKNET, { round: round + 1, signature })).toBe(false);
    expect(isSignedBy(QUICKNET, { round, signature: two.signature })).toBe(false);
    const key = `93${QUICKNET.publicKey.slice(2)}`;
    expect(isSignedBy({ ...QUICKNET, publicKey: key }, { round, signature })).toBe(false);
  });

  it.each(["", "00", "zz", "c0".padEnd(96, "0"), "b1".padEnd(96, "f")])(
    "does not accept %j as a signature",
    (signature) => {
      expect(isSignedBy(QUICKNET, { round: 1, signature })).toBe(false);
    },
  );

  it("is trusted together with others, unless one of them is wrong", () => {
    const { publicKey } = QUICKNET;
    expect(areSignedBy(publicKey, [])).toBe(true);
    expect(areSignedBy(publicKey, beacons)).toBe(true);
    const [one, two, ...others] = beacons;
    if (one === undefined || two === undefined) throw new Error("There are two beacons");
    // Added up without coefficients, exchanged signatures would cancel each other out.
    const exchanged = [
      { ...one, signature: two.signature },
      { ...two, signature: one.signature },
    ];
    expect(areSignedBy(publicKey, [...exchanged, ...others])).toBe(false);
    for (const wrong of [
      { ...one, round: one.round + 1 },
      { ...one, signature: "zz" },
      { ...one, round: 0 },
    ])
      expect(areSignedBy(publicKey, [two, wrong])).toBe(false);
    expect(areSignedBy(`93${publicKey.slice(2)}`, beacons)).toBe(false);
  });

  it("has no round before its first", () => {
    const [one] = beacons;
    expect(isSignedBy(QUICKNET, { round: 0, signature: one?.signature ?? "" })).toBe(false);
    expect(firstRoundFrom(0, QUICKNET)).toBe(1);
  });

  it("publishes when drand says it does", () => {
    for (const beacon of beacons) {
      const at = Date.parse(beacon.publishedAt);
      expect(publishedAt(beacon.round, QUICKNET)).toBe(at);
      expect(firstRoundFrom(at, QUICKNET)).toBe(beacon.round);
      expect(firstRoundFrom(at + 1, QUICKNET)).toBe(beacon.round + 1);
    }
  });

  it("finds the first round from any instant on, and none earlier", () => {
    forAll(fc.integer({ min: 1_692_803_367_000, max: 2_000_000_000_000 }), (at) => {
      const round = firstRoundFrom(at, QUICKNET);
      expect(publishedAt(round, QUICKNET)).toBeGreaterThanOrEqual(at);
      expect(publishedAt(round - 1, QUICKNET)).toBeLessThan(at);
    });
  });
});
