import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { publishedAt, QUICKNET } from "../../fairness/beacon.ts";
import { linkOf, terminalOf } from "../../fairness/hash-chain.ts";
import { toHex } from "../../kernel/bytes.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import {
  announceChain,
  chainSecrets,
  nextLink,
  seedOf,
  type TableChain,
  withChain,
  withLinkRevealed,
  withLinkTaken,
} from "./chain.ts";
import { fixBeacon, isClosed, voidFrom } from "./deciding-beacon.ts";
import { CHAIN_ANNOUNCE_LEFT, CHAIN_LENGTH, CLOSES_BEFORE_BEACON_MS } from "./rules.ts";

const NAME = { gameType: "crash", gameId: "g", currency: "RBX" } as const;
const chainOf = (fill: number, length: number) => ({ root: new Uint8Array(32).fill(fill), length });
const announced = (number: number, length: number) => ({
  ...NAME,
  number,
  length,
  terminal: toHex(terminalOf(chainOf(number, length))),
});
const begun = (length: number): TableChain => withChain(null, announced(1, length));

describe("the chain of a table", () => {
  it("gives each round one link, in order, each committed before use, over any number of chains", () => {
    forAll(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }), (lengths) => {
      let chain = begun(lengths[0] ?? 1);
      const seeds: string[] = [];
      for (const [i, length] of lengths.entries()) {
        if (i > 0) chain = withChain(chain, announced(i + 1, length));
        for (let n = 1; n <= length; n += 1) {
          const taken = nextLink(chain);
          expect(taken).toMatchObject({ chain: i + 1, link: n });
          const seed = toHex(linkOf(chainOf(i + 1, length), n));
          expect(toHex(seedOf(seed, taken?.commitment ?? ""))).toBe(seed);
          // While the round is open, no other round can take its link.
          chain = withLinkTaken(chain);
          expect(nextLink(chain)?.link).not.toBe(n);
          chain = withLinkRevealed(chain, seed);
          seeds.push(seed);
        }
      }
      expect(nextLink(chain)).toBeNull();
      expect(() => withLinkTaken(chain)).toThrow("takes a link");
      expect(new Set(seeds).size).toBe(seeds.length);
    });
  });

  it("is never drawn from another link than the one committed to", () => {
    const chain = begun(5);
    const { commitment = "" } = nextLink(chain) ?? {};
    for (const other of [0, 2, 3, 4, 5]) {
      const link = toHex(linkOf(chainOf(1, 5), other));
      expect(() => seedOf(link, commitment)).toThrow("committed to");
    }
    for (const wrong of ["", "zz", "00"]) expect(() => seedOf(wrong, commitment)).toThrow("committed to");
  });

  it("opens the roots of the present chain and of the next, and no other", () => {
    const chain = begun(5);
    expect(chainSecrets(null)).toEqual([]);
    expect(chainSecrets(chain)).toEqual([chain.terminal]);
    const next = announced(2, 5);
    expect(chainSecrets(withChain(chain, next))).toEqual([chain.terminal, next.terminal]);
  });
});

describe("announcing the next chain", () => {
  const used = (links: number): TableChain => ({ ...begun(CHAIN_LENGTH), used: links });
  const announce = (chain: TableChain | null) =>
    announceChain({ table: NAME, terminal: "ab".repeat(32) }, chain);

  it("happens once, when the present one is nearly used up and not before", () => {
    const last = CHAIN_LENGTH - CHAIN_ANNOUNCE_LEFT;
    expect(announce(null)).toMatchObject({ refused: { code: "unknown_game" } });
    expect(announce(used(last - 1))).toMatchObject({ refused: { code: "too_early" } });
    expect(announce(used(last))).toMatchObject({
      events: [{ type: "HashChainAnnounced", stream: "crash-table:g:RBX", payload: { number: 2 } }],
    });
    const both = withChain(used(last), announced(2, 5));
    expect(announce(both)).toMatchObject({ refused: { code: "announced_already" } });
  });
});

describe("the deciding beacon", () => {
  const at = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 });
  const windowMs = fc.integer({ min: 1, max: 60_000 });

  it("leaves the window for bets and closes 2.5 s before it is published, by the earliest such round", () => {
    forAll(at, windowMs, (now, window) => {
      const { round, closesAt } = fixBeacon(now, window, { chain: QUICKNET, newestRound: 0 });
      expect(closesAt).toBe(publishedAt(round, QUICKNET) - CLOSES_BEFORE_BEACON_MS);
      expect(closesAt - now).toBeGreaterThanOrEqual(window);
      expect(closesAt - now).toBeLessThan(window + QUICKNET.periodMs);
    });
  });

  it("lies as far behind the newest round seen, at any clock", () => {
    forAll(at, fc.integer({ min: 0, max: 10 ** 9 }), windowMs, (now, newestRound, window) => {
      const { round } = fixBeacon(now, window, { chain: QUICKNET, newestRound });
      const lead = (round - newestRound - 1) * QUICKNET.periodMs;
      expect(lead).toBeGreaterThanOrEqual(window + CLOSES_BEFORE_BEACON_MS);
    });
  });

  it("closes bets by the clock, and by any sight of its round", () => {
    const beacon = fixBeacon(1_767_268_800_000, 8_000, { chain: QUICKNET, newestRound: 0 });
    expect(isClosed(beacon, beacon.closesAt - 1, 0)).toBe(false);
    expect(isClosed(beacon, beacon.closesAt, 0)).toBe(true);
    expect(isClosed(beacon, 0, beacon.round - 1)).toBe(false);
    expect(isClosed(beacon, 0, beacon.round)).toBe(true);
    expect(voidFrom(beacon) - publishedAt(beacon.round, QUICKNET)).toBe(86_400_000);
  });
});
