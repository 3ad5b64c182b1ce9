import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { useParts } from "#web/lib/site.ts";

/** The words for an act, from the feature that it belongs to. */
export function useActText(act: ProposedAct): ActText {
  const [text] = useParts(actTexts).flatMap((textOf) => textOf(act) ?? []);
  return text ?? { title: act.kind, facts: [] };
}
