import type { z } from "zod";
import type { depositRequestSchema } from "#domain/features/deposits/contract.ts";
import { AMOUNT_MAX, AMOUNT_MIN, type DepositType, QUANTITY_MAX } from "#domain/features/deposits/rules.ts";
import { minor, parseMinor } from "#domain/kernel/money.ts";
import { NO_AMOUNT, NO_ITEM, NO_TRADE, wrongAmount, wrongQuantity } from "#web/features/deposits/messages.ts";
import { isTradeLink } from "#web/features/deposits/trade-link.ts";
import { ruleMoney } from "#web/lib/format.ts";

/** What the request of a deposit says. */
export type NewDeposit = z.input<typeof depositRequestSchema>;

/** The new deposit as its form holds it, all of it text. */
export interface Draft {
  readonly type: DepositType;
  /** The item's number in the catalogue; empty for none. */
  readonly item: string;
  readonly quantity: string;
  readonly tradeUrl: string;
  readonly amount: string;
}

export const EMPTY_DRAFT: Draft = {
  type: "roblox_limited",
  item: "",
  quantity: "1",
  tradeUrl: "",
  amount: "",
};

/** What is wrong with a draft, by field. */
export type Faults = { readonly [F in keyof Draft]?: string };

const LEAST = minor(`${AMOUNT_MIN}.00`);
const MOST = minor(`${AMOUNT_MAX}.00`);

/** Reads a draft: the request that it is, or what is wrong with it. */
export function readDraft(draft: Draft): { readonly body: NewDeposit } | { readonly faults: Faults } {
  const { type } = draft;
  if (type === "roblox_limited") {
    const quantity = /^\d{1,3}$/.test(draft.quantity) ? Number(draft.quantity) : 0;
    const tradeUrl = draft.tradeUrl.trim();
    const faults = {
      ...(draft.item === "" && { item: NO_ITEM }),
      ...((quantity < 1 || quantity > QUANTITY_MAX) && { quantity: wrongQuantity(QUANTITY_MAX) }),
      ...(!isTradeLink(tradeUrl) && { tradeUrl: NO_TRADE }),
    };
    if (Object.keys(faults).length > 0) return { faults };
    return { body: { type, itemId: Number(draft.item), quantity, tradeUrl } };
  }
  if (draft.amount.trim() === "") return { faults: { amount: NO_AMOUNT } };
  const amount = parseMinor(draft.amount.trim());
  if (amount === null || amount < LEAST || amount > MOST)
    return { faults: { amount: wrongAmount(ruleMoney(MOST)) } };
  return { body: { type, amount: Number(draft.amount) } };
}
