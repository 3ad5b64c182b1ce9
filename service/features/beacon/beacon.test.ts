import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { isSignedBy, publishedAt, QUICKNET } from "#domain/fairness/beacon.ts";
import { createDrandBeacon } from "./drand.ts";
import { createLocalBeacon } from "./local-beacon.ts";

const file = new URL("../../../docs/vectors/rt1.json", import.meta.url);
const { beacons } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly beacons: readonly { readonly round: number; readonly signature: string }[];
};
const [first = { round: 0, signature: "" }, second = first] = beacons.map(({ round, signature }) => ({
  round,
  signature,
}));
const now = () => Date.parse("2026-06-01T00:00:00.000Z");

describe("the beacon of drand", () => {
  const opened: { stop(): void }[] = [];
  afterEach(() => {
    for (const beacon of opened.splice(0)) beacon.stop();
  });

  /** Relays by name, each answering or failing on demand. A test needs three at most. */
  function withRelays(answers: { readonly [relay: string]: (path: string) => Response | Promise<Response> }) {
    const asked: string[] = [];
    const troubles: string[] = [];
    const beacon = createDrandBeacon({
      relays: Object.keys(answers).map((name) => `https://${name}.example`),
      now,
      fetch: async (url) => {
        const { hostname, pathname } = new URL(url);
        const name = hostname.replace(".example", "");
        if (!pathname.endsWith("/latest")) asked.push(name);
        const answer = answers[name];
        if (answer === undefined) throw new Error("no such relay");
        return answer(pathname);
      },
      onTrouble: (what) => troubles.push(what),
    });
    opened.push(beacon);
    return { beacon, asked, troubles };
  }

  const gives = (round: object) => () => Response.json({ ...round, randomness: "ignored" });
  const away = () => Promise.reject(new Error("connection refused"));

  it("asks one relay by chain and round, and checks the answer", async () => {
    const paths: string[] = [];
    const { beacon, asked } = withRelays({
      one: (path) => {
        paths.push(path);
        return Response.json(first);
      },
      two: away,
    });
    expect(await beacon.round(QUICKNET.chainHash, first.round)).toEqual(first);
    expect(paths).toContain(`/${QUICKNET.chainHash}/public/${first.round}`);
    expect(await beacon.round(QUICKNET.chainHash, first.round)).toEqual(first);
    expect(asked).toEqual(["one"]);
    expect(beacon.newestRound()).toBe(first.round);
  });

  it.each([
    ["is away", away],
    ["answers an error", () => new Response("no", { status: 500 })],
    ["answers something else", () => new Response("<html>")],
    ["answers another round", gives(second)],
    ["answers the signature of another round", gives({ ...first, signature: second.signature })],
    ["answers an invalid signature", gives({ ...first, signature: "00" })],
    ["redirects", () => Promise.reject(new TypeError("redirect"))],
  ])("tries the next relay if one %s", async (_what, failing) => {
    const { beacon, asked } = withRelays({ one: failing, two: gives(first) });
    expect(await beacon.round(QUICKNET.chainHash, first.round)).toEqual(first);
    expect(asked.filter((relay) => relay !== "two" && relay !== "one")).toEqual([]);
  });

  it("stops waiting for a silent relay", async () => {
    const { beacon } = withRelays({ one: () => new Promise(() => undefined), two: gives(first) });
    expect(await beacon.round(QUICKNET.chainHash, first.round)).toEqual(first);
  });

  it("is unavailable while all relays are, reports that once, and recovers with the first relay", async () => {
    let isAway = true;
    const { beacon, troubles } = withRelays({
      one: away,
      two: () => (isAway ? away() : Response.json(first)),
    });
    for (let times = 0; times < 3; times += 1)
      expect(await beacon.round(QUICKNET.chainHash, first.round)).toBeNull();
    expect(troubles).toEqual(["no relay gives the beacon"]);
    isAway = false;
    expect(await beacon.round(QUICKNET.chainHash, first.round)).toEqual(first);
  });

  it("requests neither unpublished rounds nor those of another chain", async () => {
    const { beacon, asked } = withRelays({ one: away });
    const round = first.round + 1_000_000_000;
    expect(await beacon.round(QUICKNET.chainHash, round)).toBeNull();
    expect(await beacon.round("00".repeat(32), first.round)).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe("a beacon of our own", () => {
  const key = (fill: number) => ({ keyId: `b${fill}`, bytes: new Uint8Array(32).fill(fill) });

  it("signs its rounds as drand does, and says that it is not drand", async () => {
    const clock = { now: now() };
    const beacon = createLocalBeacon([key(1)], () => clock.now);
    expect(beacon.chain.kind).toBe("local");
    const round = beacon.newestRound();
    const signed = await beacon.round(beacon.chain.chainHash, round);
    expect(signed === null ? null : isSignedBy(beacon.chain, signed)).toBe(true);
    expect(publishedAt(round, beacon.chain)).toBeLessThanOrEqual(clock.now);
    expect(publishedAt(round + 1, beacon.chain)).toBeGreaterThan(clock.now);
  });

  it("gives no round before its time, and always the same one after", async () => {
    const clock = { now: now() };
    const beacon = createLocalBeacon([key(1)], () => clock.now);
    const round = beacon.newestRound() + 1;
    expect(await beacon.round(beacon.chain.chainHash, round)).toBeNull();
    clock.now = publishedAt(round, beacon.chain);
    const given = await beacon.round(beacon.chain.chainHash, round);
    expect(given?.round).toBe(round);
    const again = createLocalBeacon([key(1)], () => clock.now);
    expect(await again.round(beacon.chain.chainHash, round)).toEqual(given);
  });

  it("still gives the rounds of older keys, under their own chain hashes", async () => {
    const older = createLocalBeacon([key(1)], now);
    const newer = createLocalBeacon([key(2), key(1)], now);
    expect(newer.chain.chainHash).not.toBe(older.chain.chainHash);
    expect(newer.chainHashes).toEqual([newer.chain.chainHash, older.chain.chainHash]);
    const { chainHash } = older.chain;
    expect(await newer.round(chainHash, 100)).toEqual(await older.round(chainHash, 100));
    expect(await older.round(newer.chain.chainHash, 100)).toBeNull();
  });
});
