import { z } from "zod";
import { moneyText } from "../../kernel/contract.ts";
import { moneyMinorText } from "../../kernel/events/payload.ts";
import { formatMinor } from "../../kernel/money.ts";
import { defineAct } from "../roles/act.ts";
import { adminPlayerSchema } from "../roles/contract.ts";
import { dollarDebtActEndpoints } from "./contract.ts";
import { owedInDollars, writeDollarDebtOff } from "./debts.ts";
import { dollarDebtWrittenOff } from "./events.ts";

export const dollarDebtActs = {
  writeDollarDebtOff: defineAct({
    kind: "write_off_dollar_debt",
    endpoint: dollarDebtActEndpoints.writeDollarDebtOff,
    act: z.strictObject({ playerId: z.string(), owed: moneyMinorText }),
    wanted: ({ params }) => ({ playerId: params.id }),
    actOf: ({ playerId }, { holding }) => ({ playerId, owed: String(owedInDollars(holding, playerId)) }),
    // More may be taken back meanwhile: nobody gives up more than both admins saw.
    isStale: ({ playerId, owed }, { holding }) => owedInDollars(holding, playerId) > BigInt(owed),
    needsTwo: () => true,
    essence: ({ playerId }) => ({ playerId }),
    perform: (act, { actorOf, holding }) =>
      writeDollarDebtOff(act, {
        actor: actorOf(act.actorId),
        player: actorOf(act.playerId).player,
        owes: owedInDollars(holding, act.playerId),
      }),
    outcome: {
      event: dollarDebtWrittenOff,
      isOf: ({ playerId, owed }, { payload }) =>
        payload.playerId === playerId && BigInt(payload.amount) <= BigInt(owed),
      needsTwo: () => true,
    },
    shown: { player: adminPlayerSchema, owed: moneyText },
    show: ({ playerId, owed }, { person }) => ({ player: person(playerId), owed: formatMinor(BigInt(owed)) }),
  }),
} as const;
