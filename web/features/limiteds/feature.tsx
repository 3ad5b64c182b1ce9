import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { money, readMoney } from "#web/lib/format.ts";

const figure = (value: string): string => money(readMoney(value));

/** The words for values of items that are proposed. */
function valueActText(act: ProposedAct): ActText | null {
  if (act.kind !== "override_value" && act.kind !== "lift_override") return null;
  const item = act.item ?? `item ${act.assetId}`;
  const [from, to] = [figure(act.from), figure(act.to)];
  return act.kind === "override_value"
    ? { title: `Set the value of ${item}`, facts: [`${from} → ${to} RBX`] }
    : {
        title: `Reset the value of ${item}`,
        facts: [`${from} → market value, ${to} RBX when it was proposed`],
      };
}

export const limiteds = defineFeature({
  name: "limiteds",
  routes: [
    page("/admin/catalogue", "admin", {
      title: "Catalogue",
      load: () => import("#web/features/limiteds/values-page.tsx"),
      console: { order: 80, label: "Catalogue" },
    }),
  ],
  fills: [actTexts.fill(valueActText)],
});
