import { describe, expect, it } from "vitest";
import { GivenLog, given } from "../../testing/given.ts";
import { ALICE, CLIENT_SEED, flipped, playerIn, registered, rotate } from "../../testing/players.ts";
import { seedBehind } from "../../testing/seeds.ts";
import { experience } from "../players/experience.ts";
import { seedPairRotated } from "./events.ts";
import { seedPair } from "./seed-pair.ts";

const rotation = seedPairRotated(ALICE, {
  revealed: {
    pair: 1,
    serverSeed: seedBehind("commitment 1"),
    serverSeedHash: "commitment 1",
    clientSeed: CLIENT_SEED,
    nonces: 1,
  },
  current: {
    pair: 2,
    serverSeedHash: "commitment 2",
    nextServerSeedHash: "commitment 3",
    clientSeed: "mine",
    clientSeedBy: "player",
  },
});

describe("a rotation", () => {
  it("reveals the old pair and begins the announced one, with the player's seed", () => {
    given(registered(), flipped())
      .when(rotate("mine"))
      .then(rotation)
      .answers({
        revealed: {
          serverSeed: seedBehind("commitment 1"),
          serverSeedHash: "commitment 1",
          clientSeed: CLIENT_SEED,
          nonces: 1,
        },
        current: {
          serverSeedHash: "commitment 2",
          nextServerSeedHash: "commitment 3",
          clientSeed: "mine",
          clientSeedBy: "player",
          nonce: 0,
        },
      });
  });

  it("moves no value", () => {
    expect(rotation.postings).toEqual([]);
  });

  it("may end a pair that served no game", () => {
    given(registered())
      .when(rotate("mine"))
      .answers({ current: { ...rotation.payload.current, nonce: 0, pair: undefined } as never });
  });

  it("keeps the player's experience and begins again at nonce 0", () => {
    const log = new GivenLog();
    log.append([registered(), flipped({ nonce: 0 }), flipped({ nonce: 1 }), rotation]);
    expect(seedPair.of(playerIn(log))).toMatchObject({ pair: 2, nonce: 0, clientSeedBy: "player" });
    expect(experience.of(playerIn(log)).total).toBe(22);
  });

  it("is for players", () => {
    given().when(rotate("mine")).refused("unknown_player", "There is no such player.");
  });

  it.each(["", " ", "a b", "ä", "a:b", "x".repeat(65), "a\n", "a\u0000"])(
    "refuses the client seed %j",
    (clientSeed) => {
      given(registered())
        .when(rotate(clientSeed))
        .refused("invalid_client_seed", "A client seed is 1 to 64 characters of A-Z, a-z, 0-9, _ and -.");
    },
  );

  it.each(["a", "x".repeat(64), "A-Za-z0-9_-"])("accepts the client seed %j", (clientSeed) => {
    given(registered())
      .when(rotate(clientSeed))
      .answers({
        current: {
          serverSeedHash: "commitment 2",
          nextServerSeedHash: "commitment 3",
          clientSeed,
          clientSeedBy: "player",
          nonce: 0,
        },
      });
  });
});
