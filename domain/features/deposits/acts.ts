import { z } from "zod";
import { currency } from "../../accounts/payload.ts";
import { moneyText } from "../../kernel/contract.ts";
import { moneyMinorText } from "../../kernel/events/payload.ts";
import { formatMinor } from "../../kernel/money.ts";
import { playerStream } from "../players/events.ts";
import { defineAct } from "../roles/act.ts";
import { adminPlayerSchema } from "../roles/contract.ts";
import { depositActEndpoints } from "./contract.ts";
import { readOfDeposit } from "./deposit.ts";
import { debtWrittenOff } from "./events.ts";
import { debtOf, writeDebtOff } from "./review/reverse.ts";

export const depositActs = {
  writeDebtOff: defineAct({
    kind: "write_off_debt",
    endpoint: depositActEndpoints.writeDebtOff,
    act: z.strictObject({
      depositId: z.string(),
      playerId: z.string(),
      asset: currency,
      owed: moneyMinorText,
    }),
    wanted: ({ params }) => ({ depositId: params.id }),
    streams: ({ depositId }) => [readOfDeposit(depositId)],
    actOf: ({ depositId }, { stream, actorOf }) => {
      const deposit = stream(readOfDeposit(depositId));
      const playerId = deposit.status === "absent" ? "" : deposit.playerId;
      const debt = debtOf(actorOf(playerId).player, depositId);
      return { depositId, playerId, asset: debt?.asset ?? "RBX", owed: debt?.amount ?? "0" };
    },
    needsTwo: () => true,
    essence: ({ depositId }) => ({ depositId }),
    perform: (act, { actorOf, stream }) =>
      writeDebtOff(act, {
        actor: actorOf(act.actorId),
        deposit: stream(readOfDeposit(act.depositId)),
        playerOf: (playerId) => actorOf(playerId).player,
      }),
    outcome: {
      event: debtWrittenOff,
      // Part of the debt may have been paid meanwhile.
      isOf: ({ depositId, playerId, asset, owed }, { event, payload }) =>
        event.stream === playerStream(playerId) &&
        payload.depositId === depositId &&
        payload.asset === asset &&
        BigInt(payload.amount) <= BigInt(owed),
      needsTwo: () => true,
    },
    shown: {
      depositId: z.string(),
      player: adminPlayerSchema,
      owed: moneyText,
      asset: z.enum(["RBX", "TIX"]),
    },
    show: ({ depositId, playerId, owed, asset }, { person }) => ({
      depositId,
      player: person(playerId),
      owed: formatMinor(BigInt(owed)),
      asset,
    }),
  }),
} as const;
