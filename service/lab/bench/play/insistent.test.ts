import { expect, it } from "vitest";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { fundBankCommand } from "#service/features/bank/fund-command.ts";
import { insistent } from "./insistent.ts";
import type { BetTaker } from "./players.ts";

it("a retried command with an unknown outcome is looked up first", async () => {
  const sent: (readonly [string, boolean])[] = [];
  const taker: BetTaker = {
    submit: async ({ commandId, keyed }) => {
      sent.push([commandId, keyed]);
      return { kind: "unavailable", reason: "database_away", retryAfterMs: 0 };
    },
  };
  const command = { ...fundBankCommand(1n, 0), ...serviceOrigin(0) };
  const outcome = await insistent(taker).submit(command);
  expect(outcome.kind).toBe("unavailable");
  expect(sent.slice(0, 3)).toEqual([
    [command.commandId, false],
    [command.commandId, true],
    [command.commandId, true],
  ]);
  expect(sent.length).toBe(300);
});
