import type { ActText, ProposedAct } from "#web/lib/act-text.ts";

/** The words for a withdrawal that is proposed to be ended. */
export function withdrawalActText(act: ProposedAct): ActText | null {
  if (act.kind !== "complete_withdrawal" && act.kind !== "return_withdrawal") return null;
  const { item, player, withdrawalId } = act;
  const { username } = player;
  return act.kind === "complete_withdrawal"
    ? {
        title: `Say that ${username} has received ${item}`,
        facts: [`Withdrawal ${withdrawalId}`, "The item leaves custody permanently."],
      }
    : {
        title: `Give ${item} back to ${username}, in custody`,
        facts: [`Withdrawal ${withdrawalId}`, "We still have the item, and no trade of it is open."],
      };
}
