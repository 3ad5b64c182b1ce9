import type { Pasted, Scheme } from "./calculator.ts";

const SERVER_SEED = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";

/** A game of each scheme that is published with its result (docs/vectors), as it is pasted into the calculator. */
export const EXAMPLES: Readonly<Record<Scheme, Pasted>> = {
  st1: {
    serverSeed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    clientSeed: "player-seed-1",
    nonce: "0",
    commitment: "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
  },
  "rt1|pvp": {
    serverSeed: SERVER_SEED,
    gameId: "g-0001",
    round: "27798178",
    beacon: "581e6b8ff733fcddc748d231d0f2fee3b00f05a55ecb103d19d3202db6d23078",
    participants: "0:u1:alpha:1000\n1:u2:bravo:1000",
    commitment: "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084",
  },
  "rt1|jackpot": {
    serverSeed: SERVER_SEED,
    gameId: "g-0002",
    round: "27798188",
    beacon: "06b9f9a3664f0d2f8e3bf4534eea71dab6d83ffb2465dc40263cc772af23bae6",
    participants: "0:u1:alpha:2500\n1:u2:bravo:10000\n2:u3:charlie:500",
  },
  "rt1|crash": {
    serverSeed: SERVER_SEED,
    gameId: "g-0003",
    round: "27798220",
    beacon: "277fef0e928df172c6808f7c5aa9f41b2efd42121f8dba92e9ec24f7602aa8ed",
    number: "1",
    edge: "2.50",
  },
};
