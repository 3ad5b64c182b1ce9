import { expect, it } from "vitest";
import type { JsonObject } from "#domain/kernel/json.ts";
import { minor } from "#domain/kernel/money.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { insistent } from "./insistent.ts";
import type { BetTaker } from "./players.ts";

const flip = flipCommand(playerOrigin("p_1", 0), { playerId: "p_1", side: "rbx", stake: minor("1.00") });
const away = { kind: "unavailable", reason: "database_away", retryAfterMs: 1 } as const;

it("a command that was not taken is sent again under its id, and an answer of any other kind is final", async () => {
  const sent: string[] = [];
  const outcomes: Outcome[] = [away, away, { kind: "conflict" }];
  const taker: BetTaker = {
    submit: async <A extends JsonObject>({ commandId }: Submission<A>) => {
      sent.push(commandId);
      return outcomes[sent.length - 1] as Outcome<A>;
    },
  };
  expect(await insistent(taker).submit(flip)).toEqual({ kind: "conflict" });
  expect(sent).toEqual([flip.commandId, flip.commandId, flip.commandId]);
});
