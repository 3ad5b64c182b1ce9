import { z } from "zod";
import { house } from "../../accounts/account.ts";
import { assetIdOf } from "../../accounts/item.ts";
import { copy } from "../../accounts/payload.ts";
import { whole } from "../../kernel/events/payload.ts";
import { transitIdOf, transitStream, transitStreamKind } from "../../ledger/transit/transit.ts";
import { depositStreamKind } from "../deposits/deposit.ts";
import { depositStream } from "../deposits/events.ts";
import { defineAct } from "../roles/act.ts";
import { transitActEndpoints } from "./contract.ts";
import { sendCopy } from "./copies.ts";

const act = z.strictObject({
  /** The number of the other log. */
  to: whole,
  copy,
  assetId: whole,
  /** What keeps the copy in custody: says where to look, and the deposit itself decides. */
  depositId: z.string(),
  /** The copy's number as the platform last told it; null where it told none. */
  serial: whole.nullable(),
});
type SendItem = z.infer<typeof act>;

/** Where a copy without a known deposit is looked up: there is none of this name. */
const NO_DEPOSIT = "none";

/**
 * What takes items out of this log for good, whatever becomes of the other one, needs two admins: one alone could hand
 * all of the house's to whoever runs it.
 */
export const transitActs = {
  sendCopy: defineAct({
    kind: "send_item",
    endpoint: transitActEndpoints.sendCopy,
    act,
    wanted: ({ body }): SendItem => ({
      to: body.log,
      copy: body.copy,
      assetId: assetIdOf(body.copy),
      depositId: NO_DEPOSIT,
      serial: null,
    }),
    streams: ({ depositId }) => [{ kind: depositStreamKind, name: depositStream(depositId) }],
    actOf: (wanted) => wanted,
    needsTwo: () => true,
    essence: (one) => ({ to: one.to, copy: one.copy }),
    perform: ({ proposalId, actorId, to, copy: sent, depositId, serial }, context) => {
      const id = transitIdOf(context.logs.here, proposalId);
      return sendCopy(
        { id, to, copy: sent, depositId, serial },
        {
          ...context.logs,
          actor: context.actorOf(actorId),
          transit: context.stream(transitStreamKind, transitStream(id)),
          deposit: context.stream(depositStreamKind, depositStream(depositId)),
          held: context.holding(house, sent),
        },
      );
    },
    shown: {
      log: z.number().int().positive(),
      copy: z.string(),
      item: z.string(),
      serial: z.number().int().nullable(),
    },
    show: ({ to, copy: sent, assetId, serial }, { item }) => ({
      log: to,
      copy: sent,
      item: item(assetId) ?? String(assetId),
      serial,
    }),
  }),
} as const;
