import { describe, expect, expectTypeOf, it } from "vitest";
import {
  askedTopics,
  playerTopics,
  publicTopics,
  reviewerTopics,
  type Topic,
  topicsOfEvents,
} from "./topics.ts";

describe("the topics of the live stream", () => {
  it("are those that events and entries declare, by whom they are for", () => {
    expect(publicTopics.toSorted()).toEqual([
      "bets",
      "coinflips",
      "leaderboard",
      "ledger",
      "limiteds",
      "queue",
      "stakes",
    ]);
    expect(playerTopics.toSorted()).toEqual([
      "balance",
      "deposits",
      "fairness",
      "games",
      "inventory",
      "notifications",
    ]);
    expect(reviewerTopics).toEqual(["reviews"]);
    expect(askedTopics).toEqual(["spectators"]);
  });

  it("are known to the types by name", () => {
    expectTypeOf<"bets" | "notifications" | "reviews" | "ledger" | "spectators">().toExtend<Topic>();
    expectTypeOf<string>().not.toExtend<Topic>();
    expectTypeOf<"weather">().not.toExtend<Topic>();
  });

  it("are found by the event that touches them", () => {
    expect(topicsOfEvents.get("CoinFlipped")).toEqual({
      player: ["balance", "games", "fairness"],
      everybody: ["bets", "leaderboard"],
    });
  });
});
