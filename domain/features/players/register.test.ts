import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { ALICE, CLIENT_SEED, playerIn, register, registered } from "../../testing/players.ts";
import { standInSeeds } from "../../testing/seeds.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import { experience } from "./experience.ts";

describe("a registration", () => {
  it("gives a new player 1000.00 RBX and 500.00 TIX from issuance, and two committed seeds", () => {
    given()
      .when(register())
      .then({
        type: "PlayerRegistered",
        schemaVersion: 1,
        stream: "player:p_alice",
        payload: {
          pair: 1,
          serverSeedHash: "commitment 1",
          nextServerSeedHash: "commitment 2",
          clientSeed: CLIENT_SEED,
          clientSeedBy: "server",
        },
        postings: [
          { account: "issuance", asset: "RBX", delta: -100_000n },
          { account: "player:p_alice", asset: "RBX", delta: 100_000n },
          { account: "issuance", asset: "TIX", delta: -50_000n },
          { account: "player:p_alice", asset: "TIX", delta: 50_000n },
        ],
      })
      .answers({ playerId: ALICE });
  });

  it("happens once", () => {
    given(registered()).when(register()).refused("already_registered", "This player already exists.");
  });

  it("of one player does not affect another", () => {
    given(registered("p_bob")).when(register()).then(registered());
  });

  it("begins at nonce 0, without experience", () => {
    const { decision } = given().when(register());
    if ("refused" in decision) throw new Error("A new player is registered");
    given(...decision.events).when((log) => {
      expect(experience.of(playerIn(log))).toEqual({ total: 0, day: 0, today: 0 });
      expect(seedPair.of(playerIn(log))).toEqual({
        pair: 1,
        serverSeedHash: "commitment 1",
        nextServerSeedHash: "commitment 2",
        clientSeed: CLIENT_SEED,
        clientSeedBy: "server",
        nonce: 0,
      });
      return decision;
    });
  });

  it("reveals no seed", () => {
    const seeds = standInSeeds(() => "rbx");
    const { decision } = given()
      .with({ ...seeds, reveal: () => expect.unreachable(), digest: () => expect.unreachable() })
      .when(register());
    expect(decision).toHaveProperty("events");
  });
});
