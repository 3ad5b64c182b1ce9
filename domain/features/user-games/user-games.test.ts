import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import { formatMinor, minor } from "../../kernel/money.ts";
import { move } from "../../ledger/posting.ts";
import { BOB } from "../../testing/coinflips.ts";
import { approves, DORA, EMIL, people, rbx, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, GivenLog, given, refusalOf } from "../../testing/given.ts";
import { ALICE, flipped, registered, unfinishedIn } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { set } from "../../testing/settings.ts";
import {
  change,
  claim,
  create,
  gameIn,
  logWith,
  rich,
  TABLE,
  terminalOfTable,
} from "../../testing/user-games.ts";
import { receivableAccount } from "../deposits/events.ts";
import { hashChainAnnounced } from "../game-tables/events.ts";
import { CHAIN_LENGTH } from "../game-tables/rules.ts";
import { selfExclusionBegun } from "../responsible-play/events.ts";
import { playerSuspended } from "../roles/events.ts";
import { changeUserGameSchema, createUserGameSchema } from "./contract.ts";
import { userGameCreated, userGameEdited, userGamePaused, userGameResumed } from "./events.ts";
import { changesOf, draftOf } from "./make.ts";
import { ACTIVE_GAMES_MAX, percentText, problemOfTerms, returnToPlayer } from "./rules.ts";
import { creatorShareAccount } from "./share.ts";

const made = {
  creatorId: ALICE,
  description: null,
  edge: 500,
  gameId: TABLE,
  housePart: 0,
  maxBet: "10000000",
  minBet: "1",
  title: "Alice's game",
};
const suspended = playerSuspended(ALICE, { by: "p_root", reason: "r" });

describe("making a game", () => {
  it("is an event in the game's stream and the creator's", () => {
    given(registered())
      .when(create("coinflip"))
      .then(userGameCreated({ ...made, gameType: "coinflip" }));
    expect(userGameCreated({ ...made, gameType: "coinflip" })).toMatchObject({
      stream: `user-game:${TABLE}`,
      alsoIn: ["player:p_alice"],
      postings: [],
    });
  });

  it("commits a game of rounds to all of them at once, in each currency", () => {
    for (const gameType of ["jackpot", "crash"] as const)
      given(registered())
        .when(create(gameType))
        .then(
          userGameCreated({ ...made, gameType }),
          ...(["RBX", "TIX"] as const).map((currency) =>
            hashChainAnnounced({
              currency,
              gameId: TABLE,
              gameType,
              length: CHAIN_LENGTH,
              number: 1,
              terminal: terminalOfTable(currency),
            }),
          ),
        );
    expect(terminalOfTable("RBX")).not.toBe(terminalOfTable("TIX"));
  });

  it("is for players who are not suspended", () => {
    given().when(create("crash")).refused("unknown_player");
    given(registered(), suspended).when(create("crash")).refused("suspended");
  });

  it("is not for players who have excluded themselves, nor is reopening one", () => {
    const log = logWith("coinflip");
    log.append([selfExclusionBegun({ playerId: ALICE, until: null })]);
    expect(refusalOf(log, create("coinflip", { gameId: "g2" }))).toBe("self_excluded");
    carriedOut(log, change({ isActive: false }));
    expect(refusalOf(log, change({ isActive: true }))).toBe("self_excluded");
    carriedOut(log, change({ title: "Nobody's game" }));
  });

  it(`is refused with ${ACTIVE_GAMES_MAX} active games, until one is paused`, () => {
    const log = new GivenLog();
    log.append(rich(ALICE));
    for (let i = 0; i < ACTIVE_GAMES_MAX; i += 1) carriedOut(log, create("coinflip", { gameId: `g${i}` }));
    expect(refusalOf(log, create("coinflip", { gameId: "more" }))).toBe("too_many_games");
    carriedOut(log, change({ isActive: false }, { gameId: "g0" }), create("coinflip", { gameId: "more" }));
    expect(refusalOf(log, change({ isActive: true }, { gameId: "g0" }))).toBe("too_many_games");
  });
});

describe("the terms of a game", () => {
  const terms = { minBet: "100", maxBet: "100000", edge: 500 };
  it.each([
    [{ minBet: "0" }, "Minimum bet must be at least 0.01"],
    [{ minBet: "-1" }, "Minimum bet must be at least 0.01"],
    [{ maxBet: "99", minBet: "1" }, "Maximum bet must be at least 1"],
    [{ maxBet: "10000000000" }, "Maximum bet must be at most 99999999.99"],
    [{ minBet: "100001" }, "Minimum bet must be at most the maximum bet"],
    [{ edge: -1 }, "House edge must be between 0-50%"],
    [{ edge: 5_001 }, "House edge must be between 0-50%"],
    [{ edge: 0.5 }, "House edge must be between 0-50%"],
  ])("cannot be %o", (other, message) => {
    expect(problemOfTerms({ ...terms, ...other })).toBe(message);
    given(registered()).refuses(create("coinflip", { ...terms, ...other }), "invalid_game", message);
  });

  it.each([{ minBet: "1", maxBet: "100" }, { minBet: "100000" }, { edge: 0 }, { edge: 5_000 }])(
    "may be %o",
    (other) => {
      expect(problemOfTerms({ ...terms, ...other })).toBeNull();
    },
  );

  it("show a return to player of 1 - edge", () => {
    for (const [edge, text] of [
      [0, "100.00"],
      [125, "98.75"],
      [5_000, "50.00"],
    ] as const)
      expect(percentText(returnToPlayer({ edge }))).toBe(text);
  });
});

describe("a request to make a game", () => {
  const asked = { title: "Coin", gameType: "coinflip" };
  const messageOf = (other: object): string | undefined =>
    createUserGameSchema.safeParse({ ...asked, ...other }).error?.issues[0]?.message;

  it.each([
    [{ title: "" }, "Title is required"],
    [{ title: "   " }, "Title is required"],
    [{ title: undefined }, "Title is required"],
    [{ title: "x".repeat(101) }, "Title must have at most 100 characters"],
    [{ title: "Coin\u202Enioc" }, "Must not contain control characters"],
    [{ title: "\u200B" }, "Must not contain control characters"],
    [{ title: "\u3164" }, "Must not contain control characters"],
    [{ title: "\u200D" }, "Must not contain control characters"],
    [{ title: "Coin\u200E" }, "Must not contain control characters"],
    [{ title: "Co\u2060in" }, "Must not contain control characters"],
    [{ title: "Coin\u2028x" }, "Must not contain control characters"],
    [{ title: `Z${"\u0301".repeat(6)}` }, "Must not contain control characters"],
    [{ title: "Better at evil.example/now" }, "Must not contain links to other sites"],
    [{ description: "https://evil.example" }, "Must not contain links to other sites"],
    [{ title: "k y s" }, "Must not contain words that harm others"],
    [{ title: "👨‍👩‍👧" }, undefined],
    [{ description: "x".repeat(501) }, "Description must be at most 500 characters"],
    [{ minBet: 0 }, "Minimum bet must be at least 0.01"],
    [{ minBet: -5 }, "Minimum bet must be at least 0.01"],
    [{ maxBet: 0.99 }, "Maximum bet must be at least 1"],
    [{ maxBet: 1e8 }, "Maximum bet must be at most 99999999.99"],
    [{ minBet: 1.005 }, "Must be an amount with at most two decimals"],
    [{ houseEdge: 50.01 }, "House edge must be between 0-50%"],
    [{ houseEdge: -0.01 }, "House edge must be between 0-50%"],
    [{ houseEdge: 5.001 }, "Must be an amount with at most two decimals"],
    [{ houseEdge: Number.NaN }, "Must be a number"],
  ])("with %o gets the reason why it cannot be", (other, message) => {
    expect(messageOf(other)).toBe(message);
  });

  it("takes the defaults of the form, trims, and has no empty description", () => {
    const read = createUserGameSchema.parse({ ...asked, title: "  Coin ", description: " " });
    expect(draftOf(read)).toEqual({
      title: "Coin",
      description: null,
      minBet: "100",
      maxBet: "100000",
      edge: 500,
    });
  });

  it("keeps every amount and edge to the hundredth", () => {
    forAll(fc.bigInt({ min: 1n, max: 10_000n }), fc.integer({ min: 0, max: 5_000 }), (min, edge) => {
      const read = createUserGameSchema.parse({
        ...asked,
        minBet: Number(formatMinor(min)),
        houseEdge: Number(percentText(edge)),
      });
      expect(draftOf(read)).toMatchObject({ minBet: String(min), edge });
    });
  });

  it("contains title and description as they were written", () => {
    const words = { title: "Coin", description: "Heads or tails" };
    expect(draftOf(createUserGameSchema.parse({ ...asked, ...words }))).toMatchObject(words);
    expect(changesOf(changeUserGameSchema.parse(words))).toEqual(words);
    expect(changesOf(changeUserGameSchema.parse({ maxBet: 5 }))).toEqual({ maxBet: "500" });
  });

  it("to change one contains only the changes", () => {
    expect(changesOf(changeUserGameSchema.parse({ houseEdge: 2.5 }))).toEqual({ edge: 250 });
    expect(changesOf(changeUserGameSchema.parse({ description: "", isActive: false }))).toEqual({
      description: null,
      isActive: false,
    });
    expect(changeUserGameSchema.safeParse({ gameType: "crash" }).success).toBe(false);
  });
});

describe("changing a game", () => {
  it("is a new version", () => {
    const log = logWith("coinflip");
    carriedOut(log, change({ edge: 250 }), change({ title: "Better" }));
    expect(gameIn(log)).toMatchObject({ version: 3, edge: 250, title: "Better", status: "active" });
    const edited = { ...made, edge: 250, version: 2 };
    const { gameId, creatorId } = made;
    given(...logWith("coinflip").events)
      .when(change({ edge: 250, isActive: false }))
      .then(userGameEdited(edited), userGamePaused({ creatorId, gameId }));
  });

  it("pauses and resumes without a new version", () => {
    const log = logWith("coinflip");
    carriedOut(log, change({ isActive: false }));
    expect(gameIn(log)).toMatchObject({ status: "paused", version: 1 });
    const { gameId, creatorId } = made;
    given(...log.events)
      .when(change({ isActive: true }))
      .then(userGameResumed({ creatorId, gameId }));
  });

  it("keeps a paused game paused, and an active one active", () => {
    const log = carriedOut(logWith("coinflip"), change({ isActive: false }));
    const before = log.events.length;
    carriedOut(log, change({ title: "Renamed" }));
    expect(log.events.slice(before).map(({ type }) => type)).toEqual(["UserGameEdited"]);
    expect(gameIn(log)).toMatchObject({ status: "paused", title: "Renamed" });
    carriedOut(log, change({ isActive: true }), change({ title: "Once more" }));
    expect(gameIn(log)).toMatchObject({ status: "active", title: "Once more" });
  });

  it("without a difference is refused", () => {
    const { events } = logWith("coinflip");
    for (const same of [{}, { edge: 500 }, { isActive: true }])
      given(...events).refuses(change(same), "game_unchanged");
  });

  it("is for the creator alone; to others the game does not exist", () => {
    const { events } = logWith("coinflip");
    given(...events).refuses(change({ edge: 0 }, { playerId: BOB }), "unknown_game");
    given(...events).refuses(change({ edge: 0 }, { gameId: "other" }), "unknown_game");
    given(...events, suspended).refuses(change({ edge: 0 }), "suspended");
  });

  it("is checked together with the unchanged terms", () => {
    const { events } = logWith("coinflip", { minBet: "100", maxBet: "200" });
    given(...events)
      .when(change({ minBet: "201" }))
      .refused("invalid_game", "Minimum bet must be at most the maximum bet");
  });

  it("takes the house's part as of its creation or edit", () => {
    const log = logWith("coinflip");
    log.append([set({ creatorHousePart: "1000" })]);
    expect(gameIn(log)).toMatchObject({ housePart: 0 });
    carriedOut(log, change({ edge: 400 }));
    expect(gameIn(log)).toMatchObject({ housePart: 1_000 });
    carriedOut(log, create("coinflip", { gameId: "g2" }));
    expect(gameIn(log, "g2")).toMatchObject({ housePart: 1_000 });
  });
});

describe("a creator's share", () => {
  const TO_SHARE = { from: house, to: creatorShareAccount(ALICE) } as const;
  const earned = {
    type: "WriterRecovered",
    schemaVersion: 1,
    stream: "log:recoveries" as const,
    payload: {},
    postings: move({ ...TO_SHARE, asset: "RBX", amount: 1_250n }),
  };

  it("is claimed whole, into the balance", () => {
    const log = logWith("coinflip");
    log.append([earned]);
    const before = log.holding(playerAccount(ALICE), "RBX");
    given(...log.events)
      .when(claim())
      .answers({ rbx: "12.50", tix: "0.00", rbxBalance: formatMinor(before + 1_250n) });
    carriedOut(log, claim());
    expect(log.holding(creatorShareAccount(ALICE), "RBX")).toBe(0n);
    expect(log.holding(playerAccount(ALICE), "RBX")).toBe(before + 1_250n);
  });

  it("is claimed in both currencies at once, or in the only one that there is", () => {
    const inTix = { ...earned, postings: move({ ...TO_SHARE, asset: "TIX", amount: 70n }) };
    for (const [shares, said] of [
      [[earned, inTix], { rbx: "12.50", tix: "0.70", rbxBalance: "1012.50", tixBalance: "500.70" }],
      [[inTix], { rbx: "0.00", tix: "0.70", rbxBalance: "1000.00", tixBalance: "500.70" }],
    ] as const) {
      const log = new GivenLog();
      log.append([...people, ...shares]);
      given(...log.events).answers(claim(), said);
      carriedOut(log, claim());
      expect(log.holding(playerAccount(ALICE), "TIX")).toBe(minor("500.70"));
      expect(log.holding(creatorShareAccount(ALICE), "TIX")).toBe(0n);
    }
  });

  it("that is claimed pays the creator's debts first", () => {
    const log = new GivenLog();
    log.append([...people, earned]);
    const losesAll = () => ({ events: [flipped({ stake: minor("1100.00") })], answer: {} });
    carriedOut(log, requests(rbx("100.00")), approves(DORA), losesAll, reverses(EMIL));
    given(...log.events).answers(claim(), { rbx: "12.50", rbxBalance: "0.00" });
    carriedOut(log, claim());
    expect(log.holding(receivableAccount(ALICE), "RBX")).toBe(minor("87.50"));
  });

  it("is claimed once, by nobody else, and not while suspended", () => {
    const log = logWith("coinflip");
    log.append([earned]);
    expect(refusalOf(log, claim(BOB))).toBe("nothing_to_claim");
    carriedOut(log, claim());
    expect(refusalOf(log, claim())).toBe("nothing_to_claim");
    log.append([earned, suspended]);
    expect(refusalOf(log, claim())).toBe("suspended");
  });
});

describe("the creator of a game", () => {
  const binds = (log: GivenLog): boolean => unfinishedIn(log).includes("Your games have to be paused.");
  const other = "0193e3f0-0000-7000-8000-0000000000a2";

  it("is not forgotten before every game is paused", () => {
    const log = new GivenLog();
    log.append([registered()]);
    expect(binds(log)).toBe(false);
    carriedOut(log, create("coinflip"), create("coinflip", { gameId: other }), change({ isActive: false }));
    expect(binds(log)).toBe(true);
    carriedOut(log, change({ isActive: false }, { gameId: other }));
    expect(binds(log)).toBe(false);
    expect(binds(carriedOut(log, change({ isActive: true })))).toBe(true);
  });
});
