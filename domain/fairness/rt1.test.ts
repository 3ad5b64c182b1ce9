import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { type Participant, participantLine, pvpCommitment, pvpResult } from "./rt1.ts";
import type { Side } from "./st1.ts";

const file = new URL("../../docs/vectors/rt1.json", import.meta.url);
const { pvp, beacons } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly beacons: readonly { readonly round: number; readonly value: string }[];
  readonly pvp: {
    readonly serverSeed: string;
    readonly commitment: string;
    readonly gameId: string;
    readonly round: number;
    readonly lines: readonly string[];
    readonly participants: string;
    readonly digest: string;
    readonly result: Side;
  };
};

const bytesOf = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();
const participant = (seq: number, playerId: string, clientSeed: string): Participant => ({
  seq,
  playerId,
  clientSeed,
  stake: 1_000n,
  instances: [],
});
const players = [participant(0, "u1", "alpha"), participant(1, "u2", "bravo")];
const game = {
  gameId: pvp.gameId,
  round: pvp.round,
  beacon: bytesOf(beacons.find(({ round }) => round === pvp.round)?.value ?? ""),
  serverSeed: bytesOf(pvp.serverSeed),
  participants: players,
};

describe("scheme rt1 between two players", () => {
  it("gives the published vector, step by step", () => {
    expect(toHex(pvpCommitment(game.serverSeed))).toBe(pvp.commitment);
    expect(players.map(participantLine)).toEqual(pvp.lines);
    const found = pvpResult(game);
    expect(toHex(found.participants)).toBe(pvp.participants);
    expect(toHex(found.digest)).toBe(pvp.digest);
    expect(found.result).toBe(pvp.result);
  });

  it("equals another program's result for any bytes", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const round = fc.integer({ min: 1, max: 2 ** 40 });
    forAll(word, word, seed, seed, round, (id, name, serverSeed, beacon, n) => {
      const participants = [participant(0, id, name), participant(1, name, id)];
      const text = `0:${id}:${name}:1000\n1:${name}:${id}:1000`;
      const p = createHash("sha256").update(text).digest("hex");
      const message = `rt1|pvp|${id}|${n}|${Buffer.from(beacon).toString("hex")}|${p}|0`;
      const digest = createHmac("sha256", serverSeed).update(message).digest();
      const found = pvpResult({ gameId: id, round: n, beacon, serverSeed, participants });
      expect(toHex(found.digest)).toBe(digest.toString("hex"));
      expect(found.result).toBe((digest[0] ?? 0) >= 128 ? "rbx" : "tix");
    });
  });

  it("depends on every input", () => {
    const other = [
      { gameId: "g-0002" },
      { round: pvp.round + 1 },
      { beacon: new Uint8Array(32) },
      { serverSeed: new Uint8Array(32) },
      { participants: players.toReversed() },
      { participants: [players[0] as Participant, participant(1, "u2", "Bravo")] },
    ];
    const digests = other.map((change) => toHex(pvpResult({ ...game, ...change }).digest));
    expect(new Set([...digests, pvp.digest]).size).toBe(other.length + 1);
  });

  it("names the staked items, in an order of their own", () => {
    const items = { ...participant(0, "u1", "alpha"), stake: 123_456n, instances: ["b-2", "a-10", "a-1"] };
    expect(participantLine(items)).toBe("0:u1:alpha:123456:a-1+a-10+b-2");
  });

  it("accepts no field that could hide another", () => {
    for (const playerId of ["u1:x", "u1\n1", "a|b"])
      expect(() => participantLine(participant(0, playerId, "seed"))).toThrow("told apart");
    expect(() => participantLine({ ...participant(0, "u", "s"), instances: ["a+b"] })).toThrow("plus sign");
    expect(() => pvpResult({ ...game, gameId: "a|b" })).toThrow("told apart");
    expect(() => pvpResult({ ...game, serverSeed: new Uint8Array(31) })).toThrow("32 bytes");
  });
});
