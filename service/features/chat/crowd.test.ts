import { expect, it } from "vitest";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { messageText } from "#domain/features/chat/text.ts";
import { holdsForeignLink } from "#domain/player/foreign-link.ts";
import type { Moment } from "#service/demo/crowd/habit.ts";
import { nextLine } from "./crowd.ts";

const moment = (chance: number): Moment => ({
  me: { id: "p_me" } as Moment["me"],
  now: 0,
  chance: () => chance,
});
const said = (userId: string, message: string) => ({ userId, message }) as ChatMessage;

it("a demo player repeats no recent line, and never speaks twice in a row", () => {
  const lines = new Set<string>();
  for (let chance = 0; chance < 1; chance += 0.01) {
    const body = nextLine([], moment(chance))?.body ?? {};
    const message = "message" in body ? String(body.message) : "";
    expect(messageText(message).text).toBe(message);
    expect(holdsForeignLink(message)).toBe(false);
    lines.add(message);
  }
  const all = [...lines];
  expect(
    nextLine(
      all.map((line) => said("p_other", line)),
      moment(0),
    ),
  ).toBeNull();
  expect(nextLine([said("p_me", "Hello")], moment(0))).toBeNull();
  const [first = "", ...rest] = all;
  expect(
    nextLine(
      rest.map((line) => said("p_other", line)),
      moment(0.5),
    )?.body,
  ).toEqual({ message: first });
});
