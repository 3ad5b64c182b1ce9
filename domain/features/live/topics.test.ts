import { expect, it } from "vitest";
import { eventTypes } from "../registry.ts";
import { PLAYER_TOPICS, PUBLIC_TOPICS, REVIEWER_TOPICS } from "./contract.ts";
import { topicsOfEvents } from "./topics.ts";

it("knows every topic that an event declares", () => {
  for (const { type, live } of Object.values(eventTypes)) {
    const touched = topicsOfEvents.get(type);
    expect(touched?.player, type).toEqual(live.player ?? []);
    expect(touched?.everybody, type).toEqual(live.everybody ?? []);
    expect(touched?.reviewers, type).toEqual(live.reviewers ?? []);
  }
});

it("has an event for every topic, but for the ledger's, which every event touches", () => {
  const touched = new Set(
    [...topicsOfEvents.values()].flatMap((of) => [...of.player, ...of.everybody, ...of.reviewers]),
  );
  const topics = [...PUBLIC_TOPICS, ...PLAYER_TOPICS, ...REVIEWER_TOPICS];
  expect(topics.filter((topic) => !touched.has(topic))).toEqual(["ledger"]);
});
