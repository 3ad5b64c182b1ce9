import { Flag, VolumeX } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { ChatMute, ChatReport } from "#domain/features/chat/contract.ts";
import { MODERATION_REASONS } from "#web/features/chat/messages.ts";
import { ReportRow } from "#web/features/chat/moderate/report-row.tsx";
import { SlowCard } from "#web/features/chat/moderate/slow-card.tsx";
import { mutesQuery, REPORTS_PER_PAGE, reportsQuery } from "#web/features/chat/queries.ts";
import { useChatAct } from "#web/features/chat/talk/use-chat-act.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const TABS = ["open", "closed", "mutes", "slow"] as const;

function Reports({ status }: { status: "open" | "closed" }) {
  const pages = usePages(status);
  const query = useSteadyQuery(reportsQuery(status, pages.cursor));
  const text = status === "open" ? "No open reports." : "No closed reports yet.";
  return (
    <PagedList of="reports" query={query} pages={pages} rows={REPORTS_PER_PAGE} empty={{ icon: Flag, text }}>
      {(items: readonly ChatReport[]) => (
        <ul className="divide-y divide-line">
          {items.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function MuteRow({ mute }: { mute: ChatMute }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useChatAct({
    send: sendReason("DELETE /chat/mutes/{id}", { id: mute.user.id }),
    done: `${mute.user.username} can write again.`,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-48 space-y-0.5">
        <p className="font-semibold text-ink">{mute.user.username}</p>
        <p className="text-muted [overflow-wrap:anywhere]">
          {mute.until === null ? "For ever" : `Until ${dateAndTime(mute.until)}`}, by {mute.by.username}:{" "}
          {mute.reason}
        </p>
      </div>
      <Button size="sm" onClick={() => setAsking(true)}>
        End mute
      </Button>
      {isAsking && (
        <ReasonDialog
          name={`chat.unmute.${mute.user.id}`}
          title={`End the mute of ${mute.user.username}`}
          description="The player is notified that they can write again."
          label="Reason"
          action="End mute"
          isPending={isPending}
          onClose={() => setAsking(false)}
          onSend={(text, onTaken) => mutate(text, { onSuccess: onTaken })}
        />
      )}
    </li>
  );
}

function Mutes() {
  const pages = usePages("mutes");
  const query = useSteadyQuery(mutesQuery(pages.cursor));
  return (
    <PagedList
      of="mutes"
      query={query}
      pages={pages}
      rows={REPORTS_PER_PAGE}
      empty={{ icon: VolumeX, text: "Nobody is muted." }}
    >
      {(items: readonly ChatMute[]) => (
        <ul className="divide-y divide-line">
          {items.map((mute) => (
            <MuteRow key={mute.user.id} mute={mute} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const HEADING = {
  title: "Chat moderation",
  description: "Every action is recorded with your name and reason, but without message texts.",
};

/** Open reports, and what moderators have done. */
export default function ModerationPage() {
  const [params, setParams] = useSearchParams();
  const isAdmin = useUser().roles.includes("admin");
  const tab = TABS.find((one) => one === params.get("tab")) ?? TABS[0];
  const card = (
    <Card aria-label="Moderation">
      <Tabs
        label="Moderation"
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        tabs={[
          { value: "open", label: "Reports", content: <Reports status="open" /> },
          { value: "closed", label: "Closed", content: <Reports status="closed" /> },
          { value: "mutes", label: "Mutes", content: <Mutes /> },
          { value: "slow", label: "Slow mode", content: <SlowCard reasons={MODERATION_REASONS} /> },
        ]}
      />
    </Card>
  );
  // Admins come from their console and go back there; moderators have none.
  if (isAdmin) return <AdminFrame {...HEADING}>{card}</AdminFrame>;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeading {...HEADING} />
      {card}
    </div>
  );
}
