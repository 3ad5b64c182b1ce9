import type { ActText, ProposedAct } from "#web/lib/act-text.ts";

/** The words for what is proposed of roles and suspensions. */
export function roleActText(act: ProposedAct): ActText | null {
  if (act.kind === "grant_role") {
    const role = act.role === "admin" ? "an admin" : "a moderator";
    return { title: `Make ${act.player.username} ${role}`, facts: [] };
  }
  if (act.kind !== "lift_suspension") return null;
  const { username } = act.player;
  return { title: `Lift the suspension of ${username}`, facts: [`${username} is an admin again at once.`] };
}
