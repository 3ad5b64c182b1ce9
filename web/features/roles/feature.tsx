import { SuspensionBanner } from "#web/features/roles/suspension.tsx";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

/** The words for what is proposed of roles and suspensions. */
function roleActText(act: ProposedAct): ActText | null {
  if (act.kind === "grant_role") {
    const role = act.role === "admin" ? "an admin" : "a moderator";
    return { title: `Make ${act.player.username} ${role}`, facts: [] };
  }
  if (act.kind !== "lift_suspension") return null;
  const { username } = act.player;
  return { title: `Lift the suspension of ${username}`, facts: [`${username} is an admin again at once.`] };
}

export const roles = defineFeature({
  name: "roles",
  routes: [
    page("/admin/roles", "admin", {
      title: "Roles",
      load: () => import("#web/features/roles/holders-page.tsx"),
      console: { order: 110, label: "Roles" },
    }),
    page("/admin/reads", "admin", {
      title: "Access Log",
      load: () => import("#web/features/roles/reads-page.tsx"),
      console: { order: 120, label: "Access log" },
    }),
  ],
  banners: [{ order: 20, View: SuspensionBanner }],
  fills: [actTexts.fill(roleActText)],
});
