import type { ActText, ProposedAct } from "#web/lib/act-text.ts";
import { dollars, readMoney } from "#web/lib/format.ts";

/** The words for a debt in dollars that is proposed to be written off. */
export function dollarDebtActText(act: ProposedAct): ActText | null {
  if (act.kind !== "write_off_dollar_debt") return null;
  return {
    title: `Write off what ${act.player.username} owes in dollars`,
    facts: [`${dollars(readMoney(act.owed))} when it was proposed, at the cost of the house`],
  };
}
