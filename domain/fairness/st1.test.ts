import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex, utf8 } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import {
  commitmentBytes,
  recomputeSt1,
  type Side,
  type St1Crypto,
  sideOfDigest,
  st1Key,
  st1Message,
} from "./st1.ts";

const file = new URL("../../docs/vectors/st1.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as {
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly clientSeed: string;
  readonly flips: readonly { readonly nonce: number; readonly digest: string; readonly result: Side }[];
  readonly public: {
    readonly serverSeed: string;
    readonly clientSeed: string;
    readonly rows: readonly { readonly nonce: number; readonly flips: string }[];
  };
};

const hmac = (key: Uint8Array | string, message: Uint8Array | string): Uint8Array =>
  createHmac("sha256", key).update(message).digest();
const nodeCrypto: St1Crypto = {
  sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
  hmacSha256: async (key, message) => hmac(key, message),
};
const webCrypto: St1Crypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  hmacSha256: async (key, message) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
  },
};

describe("scheme st1", () => {
  for (const [name, crypto] of Object.entries({ "node:crypto": nodeCrypto, WebCrypto: webCrypto })) {
    it.each(vectors.flips)(`gives the published result of nonce $nonce with ${name}`, async (flip) => {
      const { serverSeed, clientSeed } = vectors;
      const check = await recomputeSt1({ serverSeed, clientSeed, nonce: flip.nonce }, crypto);
      expect(toHex(check.commitment)).toBe(vectors.serverSeedHash);
      expect(toHex(check.digest)).toBe(flip.digest);
      expect(check.result).toBe(flip.result);
    });
  }

  it.each(vectors.public.rows)("agrees with a public verifier on nonce $nonce", ({ nonce, flips }) => {
    const { serverSeed, clientSeed } = vectors.public;
    const digest = hmac(st1Key(serverSeed), st1Message(clientSeed, nonce));
    expect(sideOfDigest(digest)).toBe(flips.startsWith("H") ? "rbx" : "tix");
    // The verifier draws four bytes a flip: the bits after ours come from the same digest.
    const tops = Array.from({ length: 8 }, (_, i) => ((digest[4 * i] as number) >= 0x80 ? "H" : "T"));
    expect(tops.join("")).toBe(flips.slice(0, 8));
  });

  it("commits to the text of the seed, not to the bytes it stands for", () => {
    expect(commitmentBytes("00ff")).toEqual(utf8("00ff"));
    expect(st1Key("00ff")).toEqual(utf8("00ff"));
  });

  it("shows rbx for a top bit of one and tix for zero", () => {
    expect(sideOfDigest(Uint8Array.of(0x80))).toBe("rbx");
    expect(sideOfDigest(Uint8Array.of(0xff))).toBe("rbx");
    expect(sideOfDigest(Uint8Array.of(0x7f, 0xff))).toBe("tix");
    expect(sideOfDigest(Uint8Array.of(0x00))).toBe("tix");
    expect(() => sideOfDigest(new Uint8Array(0))).toThrow("has bytes");
  });

  it("has a message of its own for every client seed and nonce", () => {
    const seed = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    const nonce = fc.nat(999);
    forAll(seed, nonce, seed, nonce, (s1, n1, s2, n2) => {
      expect(st1Message(s1, n1) === st1Message(s2, n2)).toBe(s1 === s2 && n1 === n2);
    });
  });
});

/** Games in each statistical test, and how many standard deviations a fair coin may be off. */
const GAMES = 20_000;
const SIGMAS = 4;
const allowedOff = SIGMAS * Math.sqrt(GAMES / 4);

describe("the faces of many games", () => {
  const games = Array.from({ length: GAMES }, (_, i) => {
    const pair = Math.floor(i / 1_000);
    const serverSeed = createHash("sha256").update(`pair ${pair}`).digest("hex");
    const serverSeedHash = createHash("sha256").update(serverSeed).digest("hex");
    const clientSeed = `client-${pair}`;
    const nonce = i % 1_000;
    const result = sideOfDigest(hmac(st1Key(serverSeed), st1Message(clientSeed, nonce)));
    return { serverSeedHash, clientSeed, nonce, result };
  });
  const offBy = (hits: number): number => Math.abs(hits - GAMES / 2);

  it("are as often rbx as tix, to four standard deviations", () => {
    expect(offBy(games.filter(({ result }) => result === "rbx").length)).toBeLessThanOrEqual(allowedOff);
  });

  it("do not follow the previous game", () => {
    const same = games.filter(({ result }, i) => result === games[i - 1]?.result).length;
    expect(offBy(same)).toBeLessThanOrEqual(allowedOff);
  });

  it("cannot be predicted from public data before the seed is revealed", () => {
    type Game = (typeof games)[number];
    const guesses: readonly ((game: Game, before: Game | undefined) => Uint8Array)[] = [
      ({ serverSeedHash, clientSeed, nonce }) => hmac(serverSeedHash, st1Message(clientSeed, nonce)),
      ({ serverSeedHash, clientSeed, nonce }) =>
        hmac(Buffer.from(serverSeedHash, "hex"), st1Message(clientSeed, nonce)),
      ({ serverSeedHash, clientSeed, nonce }) => hmac(clientSeed, `${serverSeedHash}:${nonce}`),
      ({ serverSeedHash, nonce }) => Buffer.from(serverSeedHash, "hex").subarray(nonce % 32),
      ({ clientSeed, nonce }) => createHash("sha256").update(st1Message(clientSeed, nonce)).digest(),
      (_, before) => Uint8Array.of(before?.result === "rbx" ? 0 : 255),
    ];
    for (const guess of guesses) {
      const hits = games.filter((game, i) => sideOfDigest(guess(game, games[i - 1])) === game.result).length;
      expect(offBy(hits)).toBeLessThanOrEqual(allowedOff);
    }
  });
});
