import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex, utf8 } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { beaconValue } from "./beacon.ts";
import { crashDraw, pointOf, roundsReaching } from "./crash.ts";
import { elapsedAt, FLIGHT_MS_MAX, MULTIPLIER_MAX, multiplierAt } from "./crash-curve.ts";

const vectorsOf = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../docs/vectors/${name}.json`, import.meta.url), "utf8")) as T;
const { beacons, crash } = vectorsOf<{
  readonly beacons: readonly { readonly round: number; readonly signature: string }[];
  readonly crash: {
    readonly serverSeed: string;
    readonly gameId: string;
    readonly round: number;
    readonly number: number;
    readonly participants: string;
    readonly digest: string;
    readonly points: { readonly [edge: string]: number };
  };
}>("rt1");
const rounds = vectorsOf<{
  readonly curve: readonly (readonly [ms: number, multiplier: number])[];
  readonly public: {
    readonly salt: string;
    readonly edge: number;
    readonly rows: readonly { readonly link: string; readonly point: number }[];
  };
}>("rounds");

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array(0);
const beacon = beacons.find(({ round }) => round === crash.round) ?? { round: 0, signature: "" };
const game = {
  gameId: crash.gameId,
  round: crash.round,
  number: crash.number,
  beacon: beaconValue(beacon),
  serverSeed: bytes(crash.serverSeed),
};
const edges = fc.integer({ min: 0, max: 5_000 });
/** A digest whose first 52 bits are r. */
const digestOf = (r: bigint): Uint8Array => {
  const digest = new Uint8Array(32);
  new DataView(digest.buffer).setBigUint64(0, r << 12n);
  return digest;
};
const R = 2n ** 52n;

describe("scheme rt1|crash", () => {
  it("gives the published vector for every edge, step by step", () => {
    for (const [edge, point] of Object.entries(crash.points)) {
      const draw = crashDraw({ ...game, edge: Number(edge) });
      expect(toHex(draw.participants)).toBe(crash.participants);
      expect(toHex(draw.digest)).toBe(crash.digest);
      expect(draw.point).toBe(point);
    }
  });

  it("agrees with a well-known game on its points", () => {
    const { salt, edge, rows } = rounds.public;
    for (const { link, point } of rows) {
      const digest = new Uint8Array(createHmac("sha256", utf8(salt)).update(bytes(link)).digest());
      expect(pointOf(digest, edge)).toBe(point);
    }
  });

  it("reaches a multiplier in exactly as many of 2^52 rounds as the formula says", () => {
    forAll(edges, fc.integer({ min: 101, max: MULTIPLIER_MAX }), (edge, multiplier) => {
      const reaching = roundsReaching(multiplier, edge);
      // Points rise with r, so the rounds that reach it have the greatest r.
      if (reaching > 0n) expect(pointOf(digestOf(R - reaching), edge)).toBeGreaterThanOrEqual(multiplier);
      if (reaching < R) expect(pointOf(digestOf(R - reaching - 1n), edge)).toBeLessThan(multiplier);
    });
  });

  it("returns 1 - edge whenever a bet leaves, exactly but for the last of 2^52 rounds", () => {
    forAll(edges, fc.integer({ min: 101, max: MULTIPLIER_MAX }), (edge, multiplier) => {
      // Pay-out x chance, in units of 1 / (10,000 x 2^52) of the stake.
      const returned = roundsReaching(multiplier, edge) * BigInt(multiplier) * 100n;
      const promised = BigInt(10_000 - edge) * R;
      expect(returned).toBeLessThanOrEqual(promised);
      expect(promised - returned).toBeLessThan(BigInt(multiplier) * 100n);
    });
  });

  it("is at least 1.00x, which every round reaches, and at most 10,000.00x", () => {
    expect(pointOf(digestOf(0n), 0)).toBe(100);
    expect(pointOf(digestOf(0n), 5_000)).toBe(100);
    expect(pointOf(digestOf(R - 1n), 5_000)).toBe(MULTIPLIER_MAX);
    expect(roundsReaching(100, 5_000)).toBe(R);
  });

  it("depends on every input", () => {
    const changes = [
      { gameId: "g-0009" },
      { round: crash.round + 1 },
      { number: 2 },
      { beacon: new Uint8Array(32) },
      { serverSeed: new Uint8Array(32) },
    ];
    const digests = changes.map((change) => toHex(crashDraw({ ...game, edge: 100, ...change }).digest));
    expect(new Set([...digests, crash.digest]).size).toBe(changes.length + 1);
  });
});

describe("the crash curve", () => {
  it("goes through the published points", () => {
    for (const [ms, multiplier] of rounds.curve) expect(multiplierAt(ms)).toBe(multiplier);
  });

  it("is floor(100 exp(0.00006 ms)) to the millisecond, and never falls", () => {
    let last = 0;
    for (let ms = 0; ms < FLIGHT_MS_MAX; ms += 31) {
      const multiplier = multiplierAt(ms);
      const exact = 100 * Math.exp(0.00006 * ms);
      // Floats are right up to their last digits: away from whole numbers they suffice.
      if (Math.abs(exact - Math.round(exact)) > 1e-6) expect(multiplier).toBe(Math.floor(exact));
      expect(multiplier).toBeGreaterThanOrEqual(last);
      last = multiplier;
    }
  });

  it("is reached at the first instant that shows a multiplier, and not one millisecond before", () => {
    forAll(fc.integer({ min: 101, max: MULTIPLIER_MAX }), (multiplier) => {
      const ms = elapsedAt(multiplier);
      expect(multiplierAt(ms)).toBeGreaterThanOrEqual(multiplier);
      expect(multiplierAt(ms - 1)).toBeLessThan(multiplier);
    });
    expect(elapsedAt(100)).toBe(0);
  });

  it("counts whole milliseconds, ends at 10,000.00x, and has no time before the start", () => {
    expect(multiplierAt(11_552.999)).toBe(199);
    expect(multiplierAt(FLIGHT_MS_MAX - 1)).toBeLessThan(MULTIPLIER_MAX);
    expect(multiplierAt(FLIGHT_MS_MAX)).toBe(MULTIPLIER_MAX);
    expect(multiplierAt(Number.MAX_SAFE_INTEGER)).toBe(MULTIPLIER_MAX);
    expect(() => multiplierAt(-1)).toThrow("has started");
    expect(() => multiplierAt(Number.NaN)).toThrow("has started");
  });
});
