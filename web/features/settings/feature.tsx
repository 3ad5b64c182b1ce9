import { settingTitle, settingUnit } from "#web/features/settings/titles.ts";
import { valueText } from "#web/features/settings/values.ts";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

/** The words for settings that are proposed. */
function settingsActText(act: ProposedAct): ActText | null {
  if (act.kind !== "change_settings") return null;
  const facts = act.changes.map(
    ({ name, from, to }) =>
      `${settingTitle(name)}: ${valueText(settingUnit(name), from)} → ${valueText(settingUnit(name), to)}`,
  );
  return { title: "Change settings", facts };
}

export const settings = defineFeature({
  name: "settings",
  routes: [
    page("/admin/settings", "admin", {
      title: "Settings",
      load: () => import("#web/features/settings/page.tsx"),
      console: { order: 90, label: "Settings" },
    }),
  ],
  fills: [actTexts.fill(settingsActText)],
});
