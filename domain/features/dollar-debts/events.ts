import { z } from "zod";
import { type Account, house, playerAccount, USD } from "../../accounts/account.ts";
import { dollars } from "../../accounts/dollars.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { adminAct, moneyMinorText } from "../../kernel/events/payload.ts";
import { move } from "../../ledger/posting.ts";
import { receivableAccount } from "../deposits/events.ts";
import { playerStream } from "../players/events.ts";

const ofDebtor = { playerId: z.string(), amount: moneyMinorText };
const notice = { to: "player", type: "cashout", link: "/cashouts" } as const;
const live = { player: ["balance", "notifications"] } as const;

type Debt = { readonly playerId: string; readonly amount: string };

/** Records on a debtor's stream that dollars went from one account to another. */
const moving =
  (accountsOf: (playerId: string) => { readonly from: Account; readonly to: Account }) =>
  <P extends Debt>(payload: P) => ({
    streams: [playerStream(payload.playerId)] as const,
    payload,
    postings: move({ ...accountsOf(payload.playerId), asset: USD, amount: BigInt(payload.amount) }),
  });

/** A debtor's free dollars pay the debt at once, in cents. */
export const dollarDebtPaid = defineEvent({
  type: "DollarDebtPaid",
  payload: z.strictObject(ofDebtor),
  record: moving((playerId) => ({ from: playerAccount(playerId), to: receivableAccount(playerId) })),
  live,
  notify: {
    ...notice,
    title: "Debt paid",
    message: ({ amount }) => `${dollars(amount)} of your balance paid off what you owed.`,
  },
  example: [{ playerId: "p_bob", amount: "1200" }],
});

/** Two admins wrote off a player's dollar debt, at the cost of the house. */
export const dollarDebtWrittenOff = defineEvent({
  type: "DollarDebtWrittenOff",
  payload: z.strictObject({ ...ofDebtor, ...adminAct, confirmedBy: z.string() }),
  record: moving((playerId) => ({ from: house, to: receivableAccount(playerId) })),
  live,
  notify: {
    ...notice,
    title: "Debt written off",
    message: ({ amount }) => `You no longer owe ${dollars(amount)}.`,
  },
  example: [
    { playerId: "p_bob", amount: "1999", by: "p_root", reason: "Lost for good.", confirmedBy: "p_dora" },
  ],
});

/** The money behind a written-off debt arrived after all: the house is repaid. */
export const writeOffReturned = defineEvent({
  type: "WriteOffReturned",
  payload: z.strictObject(ofDebtor),
  record: moving((playerId) => ({ from: receivableAccount(playerId), to: house })),
  example: [{ playerId: "p_bob", amount: "1999" }],
});

export const dollarDebtEvents = [dollarDebtPaid, dollarDebtWrittenOff, writeOffReturned] as const;
