import type { ActText, ProposedAct } from "#web/lib/act-text.ts";
import { dollars, readMoney } from "#web/lib/format.ts";

/** The words for a purchase that is proposed to be taken back, or released. */
export function purchaseActText(act: ProposedAct): ActText | null {
  if (act.kind === "end_refund")
    return {
      title: `Give up the refund of ${dollars(readMoney(act.amount))} to ${act.player.username}`,
      facts: [
        `${act.title}, purchase ${act.purchaseId}`,
        "It is no longer requested. The house keeps what is there of it and settles with the buyer another way.",
      ],
    };
  if (act.kind !== "refund_purchase" && act.kind !== "release_purchase") return null;
  const price = dollars(readMoney(act.price));
  const facts = [
    `${act.title}, purchase ${act.purchaseId}`,
    ...(act.isContested ? ["The buyer complained."] : []),
    ...(act.charged === null
      ? []
      : [
          `The payment was reversed and the item cannot come back: the buyer will owe ${dollars(readMoney(act.charged))}.`,
        ]),
  ];
  return act.kind === "refund_purchase"
    ? { title: `Refund ${price} to ${act.player.username}, and take the item back`, facts }
    : { title: `Pay ${act.player.username} now for a sale of ${price}`, facts };
}
