import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concatBytes, fromHex, toHex } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { beaconValue } from "./beacon.ts";
import { jackpotDraw, ownerOf, ticketBelow } from "./jackpot.ts";
import { type Participant, participantLine } from "./rt1.ts";

const file = new URL("../../docs/vectors/rt1.json", import.meta.url);
const { beacons, jackpot } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly beacons: readonly { readonly round: number; readonly signature: string }[];
  readonly jackpot: {
    readonly serverSeed: string;
    readonly gameId: string;
    readonly round: number;
    readonly lines: readonly string[];
    readonly participants: string;
    readonly digest: string;
    readonly ticket: string;
    readonly winner: number;
  };
};
const entry = (line: string): Participant => {
  const [seq, playerId = "", clientSeed = "", stake = "0"] = line.split(":");
  return { seq: Number(seq), playerId, clientSeed, stake: BigInt(stake), instances: [] };
};
const beacon = beacons.find(({ round }) => round === jackpot.round) ?? { round: 0, signature: "" };
const game = {
  gameId: jackpot.gameId,
  round: jackpot.round,
  beacon: beaconValue(beacon),
  serverSeed: fromHex(jackpot.serverSeed) ?? new Uint8Array(0),
  participants: jackpot.lines.map(entry),
};

/** Eight bytes, big-endian. */
const word = (n: bigint): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, n);
  return bytes;
};

describe("scheme rt1|jackpot", () => {
  it("gives the published vector, step by step", () => {
    expect(game.participants.map(participantLine)).toEqual(jackpot.lines);
    const draw = jackpotDraw(game);
    expect(toHex(draw.participants)).toBe(jackpot.participants);
    expect(toHex(draw.digest)).toBe(jackpot.digest);
    expect(String(draw.ticket)).toBe(jackpot.ticket);
    expect(draw.winner).toBe(jackpot.winner);
  });

  it("equals another program's result for the same bytes", () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const stakes = fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { minLength: 1, maxLength: 100 });
    forAll(seed, seed, stakes, (serverSeed, beaconBytes, amounts) => {
      const lines = amounts.map((stake, seq) => `${seq}:p_${seq}:seed:${stake}`);
      const p = createHash("sha256").update(lines.join("\n")).digest("hex");
      const message = `rt1|jackpot|r|7|${Buffer.from(beaconBytes).toString("hex")}|${p}|0`;
      const first = createHmac("sha256", serverSeed).update(message).digest().readBigUInt64BE();
      const total = amounts.reduce((sum, stake) => sum + stake, 0n);
      const draw = jackpotDraw({
        gameId: "r",
        round: 7,
        beacon: beaconBytes,
        serverSeed,
        participants: lines.map(entry),
      });
      // For so small a pot a word is rejected once in ten thousand million draws.
      expect(draw.ticket).toBe(first % total);
      const before = amounts.slice(0, draw.winner).reduce((sum, stake) => sum + stake, 0n);
      expect(draw.ticket).toBeGreaterThanOrEqual(before);
      expect(draw.ticket).toBeLessThan(before + (amounts[draw.winner] ?? 0n));
    });
  });

  it("gives each entry as many tickets as it staked minor units", () => {
    const stakes = [3n, 1n, 6n];
    const entries = stakes.map((stake, seq) => entry(`${seq}:p:s:${stake}`));
    const wins = stakes.map(() => 0n);
    for (let ticket = 0n; ticket < 10n; ticket += 1n) {
      const winner = ownerOf(ticket, entries);
      wins[winner] = (wins[winner] ?? 0n) + 1n;
    }
    expect(() => ownerOf(10n, entries)).toThrow("below the total");
    expect(wins).toEqual(stakes);
  });

  it("rejects words that would favour small tickets, and continues with the next word and digest", () => {
    const total = 2n ** 63n + 1n;
    const rejected = word(total);
    const accepted = word(total - 1n);
    const first = concatBytes(rejected, rejected, rejected, rejected);
    const second = concatBytes(rejected, accepted, word(0n), word(0n));
    const found = ticketBelow(total, (counter) => (counter === 0 ? first : second));
    expect(found).toEqual({ ticket: total - 1n, digest: second });
    expect(() => ticketBelow(total, () => first)).toThrow("rejected");
  });

  it("gives every ticket of a large pot the same chance: each is the remainder of equally many accepted words", () => {
    forAll(fc.bigInt({ min: 1n, max: 2n ** 64n }), (total) => {
      const accepted = 2n ** 64n - (2n ** 64n % total);
      expect(accepted % total).toBe(0n);
      expect(ticketBelow(total, () => word(accepted - 1n)).ticket).toBe(total - 1n);
      if (accepted < 2n ** 64n)
        expect(ticketBelow(total, () => concatBytes(word(accepted), word(0n))).ticket).toBe(0n);
    });
  });

  it("depends on every input", () => {
    const changes = [
      { gameId: "g-0009" },
      { round: jackpot.round + 1 },
      { beacon: new Uint8Array(32) },
      { serverSeed: new Uint8Array(32) },
      { participants: game.participants.toReversed() },
    ];
    const digests = changes.map((change) => toHex(jackpotDraw({ ...game, ...change }).digest));
    expect(new Set([...digests, jackpot.digest]).size).toBe(changes.length + 1);
  });

  it("has no ticket without stakes", () => {
    expect(() => jackpotDraw({ ...game, participants: [] })).toThrow("has tickets");
  });
});
