import type { ActText, ProposedAct } from "#web/lib/act-text.ts";
import { money, readMoney } from "#web/lib/format.ts";

/** The words for a debt that is proposed to be written off. */
export function debtActText(act: ProposedAct): ActText | null {
  if (act.kind !== "write_off_debt") return null;
  const owed = `${money(readMoney(act.owed))} ${act.asset}`;
  return {
    title: `Write off what ${act.player.username} owes`,
    facts: [`${owed} when it was proposed, at the cost of the house`],
  };
}
