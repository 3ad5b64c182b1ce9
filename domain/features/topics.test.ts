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
  it("are those that events and entries declare, by audience", () => {
    expect(publicTopics).toEqual(expect.arrayContaining(["bets", "coinflips", "ledger", "queue", "stakes"]));
    expect(playerTopics).toEqual(expect.arrayContaining(["balance", "games", "notifications"]));
    expect(reviewerTopics).toContain("reviews");
    expect(askedTopics).toContain("spectators");
  });

  it("have one audience each, so that nobody receives another's", () => {
    const all = [...publicTopics, ...playerTopics, ...reviewerTopics, ...askedTopics];
    expect(all).toEqual([...new Set(all)]);
  });

  it("are known to the types by name", () => {
    expectTypeOf<"bets" | "notifications" | "reviews" | "ledger" | "spectators">().toExtend<Topic>();
    expectTypeOf<string>().not.toExtend<Topic>();
    expectTypeOf<"weather">().not.toExtend<Topic>();
  });

  it("are found by the events that affect them", () => {
    expect(topicsOfEvents.get("CoinFlipped")).toEqual({
      player: ["balance", "games", "fairness"],
      everybody: ["bets", "leaderboard"],
    });
  });
});
