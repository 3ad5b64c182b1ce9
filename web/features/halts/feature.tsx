import { useQuery } from "@tanstack/react-query";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Notice } from "#web/ui/notice.tsx";

/** The words for a halt whose end is proposed. */
const haltActText = (act: ProposedAct): ActText | null =>
  act.kind === "resume_stakes"
    ? { title: "Resume stakes", facts: [`Halted since ${dateAndTime(act.since)}: ${act.halt}`] }
    : null;

/** Whether stakes are taken at the moment. */
const stakesQuery = apiQuery("GET /stakes", { topics: ["stakes"], pollMs: 30_000 });

/** A banner on every page while no bets are taken. */
function HaltBanner() {
  const { data } = useQuery(stakesQuery);
  return (
    <div role="status">
      {data?.halted && (
        <div className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6">
          <Notice tone="warn" title="No bets are taken at the moment">
            Your balance is safe, and games under way will finish.
          </Notice>
        </div>
      )}
    </div>
  );
}

export const halts = defineFeature({
  name: "halts",
  banners: [{ order: 10, View: HaltBanner, preload: (client) => client.prefetchQuery(stakesQuery) }],
  fills: [actTexts.fill(haltActText)],
});
