import { expect, it } from "vitest";
import type { Outcome } from "#service/event-store/commands/submission.ts";
import { type BetTaker, Bettors, NotTakenError } from "./players.ts";

const taken = { kind: "committed", position: 7, answer: { id: "flip" }, duplicate: false };
const refused = (code: string) => ({ kind: "refused", refusal: { code, detail: "" } });

/** Returns these outcomes, one after the other. */
function answering(...outcomes: readonly object[]) {
  const commands: string[] = [];
  const submit = async ({ commandId }: { readonly commandId: string }) => {
    commands.push(commandId);
    return outcomes[commands.length - 1] as unknown as Outcome;
  };
  return { taker: { submit } as unknown as BetTaker, commands };
}

it("continues after a reality check, with another bet", async () => {
  const { taker, commands } = answering(refused("reality_check_due"), refused("no_check_due"), taken);
  const bettors = new Bettors(taker);
  expect(await bettors.bet()).toBe(7);
  expect(new Set(commands).size).toBe(3);
});

it("ends at any other refusal, and at a second check", async () => {
  await expect(new Bettors(answering(refused("halted")).taker).bet()).rejects.toThrow(NotTakenError);
  const due = refused("reality_check_due");
  await expect(new Bettors(answering(due, due, due).taker).bet()).rejects.toThrow(NotTakenError);
});
