import { expect, it } from "vitest";
import { entryOf, momentOf } from "#service/lab/testing/crowd.ts";
import { COPIES_KEPT, nextBotFlip } from "./crowd.ts";

const kept = Array.from({ length: COPIES_KEPT }, () => entryOf("30000.00"));

it("stakes one cheap item that is free", () => {
  const entries = [...kept, entryOf("240.00", { inPlay: true }), entryOf("520.00", { id: 9, limitedId: 5 })];
  expect(nextBotFlip(entries, momentOf())).toMatchObject({
    path: "/games/coinflip-vs-bot",
    body: { betItems: [{ limitedId: 5, quantity: 1, inventoryId: 9 }] },
  });
});

it("keeps its last items for games between players", () => {
  expect(nextBotFlip([...kept.slice(1), entryOf("240.00")], momentOf())).toBeNull();
});
