import { z } from "zod";
import { house } from "../../accounts/account.ts";
import { assetIdOf } from "../../accounts/item.ts";
import { copy, currency } from "../../accounts/payload.ts";
import { moneyText } from "../../kernel/contract.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { invariant } from "../../kernel/invariant.ts";
import { formatMinor, parseMinor } from "../../kernel/money.ts";
import { sourceOf, transitIdOf } from "../../ledger/transit/single.ts";
import { readOfTransit } from "../../ledger/transit/transit.ts";
import { type Carried, carriedBy, type Departure, transitLeft } from "../../ledger/transit/transit-events.ts";
import { bankLimitsOf } from "../bank/settings.ts";
import { readOfDeposit } from "../deposits/deposit.ts";
import { type ActContext, defineAct } from "../roles/act.ts";
import { transitActEndpoints } from "./contract.ts";
import { sendCopy } from "./copies.ts";
import { sendBank } from "./send.ts";

/** The number of the other log. */
const to = whole;
const bankAct = z.strictObject({ to, currency, amount: moneyMinorText });
type SendPart = z.infer<typeof bankAct>;

const itemAct = z.strictObject({
  to,
  copy,
  assetId: whole,
  /** What keeps the copy in custody: only a hint, the deposit itself decides. */
  depositId: z.string(),
  /** The copy's number as the platform last told it; null where it told none. */
  serial: whole.nullable(),
});
type SendItem = z.infer<typeof itemAct>;

/** Where a copy without a known deposit is looked up: there is none of this name. */
const NO_DEPOSIT = "none";

/** A transit is named after its proposal: the two admins who sent it are found by its id. */
function transitOf(proposalId: string, { logs, stream }: ActContext) {
  const id = transitIdOf(logs.here, proposalId);
  return { id, transit: stream(readOfTransit(id)) };
}

/** What the house sends to that of another log; everything else is of games, and players' stakes in them. */
const isBetweenHouses = ({ sender, receiver }: Departure): boolean => sender === house && receiver === house;

const isSentBy = (proposalId: string, departure: Departure): boolean =>
  isBetweenHouses(departure) && departure.id === transitIdOf(sourceOf(departure.id), proposalId);

/** Whether a departure carries this alone. */
function carries(departure: Departure, { asset, amount }: Carried): boolean {
  const [first, ...more] = carriedBy(departure);
  return more.length === 0 && first?.asset === asset && first.amount === amount;
}

/** Sending money or items out of this log for good needs two admins. */
export const transitActs = {
  sendBank: defineAct({
    kind: "send_bank",
    endpoint: transitActEndpoints.sendBank,
    act: bankAct,
    wanted: ({ body }): SendPart => {
      const amount = parseMinor(String(body.amount));
      invariant(amount !== null, "the schema lets only amounts through");
      return { to: body.log, currency: body.currency, amount: String(amount) };
    },
    actOf: (wanted) => wanted,
    needsTwo: () => true,
    perform: ({ proposalId, actorId, to: log, currency: asset, amount }, context) => {
      const { id, transit } = transitOf(proposalId, context);
      return sendBank(
        { id, to: log, currency: asset, amount: BigInt(amount) },
        {
          ...context.logs,
          actor: context.actorOf(actorId),
          transit,
          bank: context.holding(house, asset),
          limits: bankLimitsOf(context.settings),
        },
      );
    },
    outcome: {
      event: transitLeft,
      isOf: ({ proposalId, to: log, currency: asset, amount }, { payload }) =>
        isSentBy(proposalId, payload) && payload.to === log && carries(payload, { asset, amount }),
      needsTwo: ({ payload }) => isBetweenHouses(payload),
    },
    shown: { log: z.number().int().positive(), currency, amount: moneyText },
    show: ({ to: log, currency: asset, amount }) => ({
      log,
      currency: asset,
      amount: formatMinor(BigInt(amount)),
    }),
  }),
  sendCopy: defineAct({
    kind: "send_item",
    endpoint: transitActEndpoints.sendCopy,
    act: itemAct,
    wanted: ({ body }): SendItem => ({
      to: body.log,
      copy: body.copy,
      assetId: assetIdOf(body.copy),
      depositId: NO_DEPOSIT,
      serial: null,
    }),
    streams: ({ depositId }) => [readOfDeposit(depositId)],
    actOf: (wanted) => wanted,
    needsTwo: () => true,
    essence: (one) => ({ to: one.to, copy: one.copy }),
    perform: ({ proposalId, actorId, to: log, copy: sent, depositId, serial }, context) => {
      const { id, transit } = transitOf(proposalId, context);
      return sendCopy(
        { id, to: log, copy: sent, depositId, serial },
        {
          ...context.logs,
          actor: context.actorOf(actorId),
          transit,
          deposit: context.stream(readOfDeposit(depositId)),
          held: context.holding(house, sent),
        },
      );
    },
    outcome: {
      event: transitLeft,
      isOf: ({ proposalId, to: log, copy: asset }, { payload }) =>
        isSentBy(proposalId, payload) && payload.to === log && carries(payload, { asset, amount: "1" }),
      needsTwo: ({ payload }) => isBetweenHouses(payload),
    },
    shown: {
      log: z.number().int().positive(),
      copy: z.string(),
      item: z.string(),
      serial: z.number().int().nullable(),
    },
    show: ({ to: log, copy: sent, assetId, serial }, { item }) => ({
      log,
      copy: sent,
      item: item(assetId) ?? String(assetId),
      serial,
    }),
  }),
} as const;
