import type { ProposedAct } from "#domain/features/proposals/contract.ts";
import { settingTitle } from "#web/features/settings/values.ts";
import { dateAndTime, money, readMoney } from "#web/lib/format.ts";

const figure = (value: string): string => money(readMoney(value));
const settingValue = (value: string | number): string =>
  typeof value === "string" ? figure(value) : value.toLocaleString("en-US");

/** What is proposed, as a title and the facts that a second admin has to know. */
export function actText(act: ProposedAct): { readonly title: string; readonly facts: readonly string[] } {
  switch (act.kind) {
    case "grant_role":
      return {
        title: `Make ${act.player.username} ${act.role === "admin" ? "an admin" : "a moderator"}`,
        facts: [],
      };
    case "lift_suspension":
      return {
        title: `Lift the suspension of ${act.player.username}`,
        facts: [`${act.player.username} is an admin again at once.`],
      };
    case "change_settings":
      return {
        title: "Change settings",
        facts: act.changes.map(
          ({ name, from, to }) => `${settingTitle(name)}: ${settingValue(from)} → ${settingValue(to)}`,
        ),
      };
    case "override_value":
      return {
        title: `Set the value of ${act.item ?? `item ${act.assetId}`}`,
        facts: [`${figure(act.from)} → ${figure(act.to)} RBX`],
      };
    case "lift_override":
      return {
        title: `Lift the value of ${act.item ?? `item ${act.assetId}`}`,
        facts: [`${figure(act.from)} → what the market says, ${figure(act.to)} RBX when it was proposed`],
      };
    case "resume_stakes":
      return {
        title: "Take stakes again",
        facts: [`Halted since ${dateAndTime(act.since)}: ${act.halt}`],
      };
    case "write_off_debt":
      return {
        title: `Write off what ${act.player.username} owes`,
        facts: [`${figure(act.owed)} ${act.asset} when it was proposed, at the cost of the house`],
      };
  }
}
