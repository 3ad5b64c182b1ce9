import { useState } from "react";
import type { ChatReport } from "#domain/features/chat/contract.ts";
import { MUTE_DEFAULT, MuteLength, minutesOf } from "#web/features/chat/dialogs.tsx";
import { MODERATION_REASONS } from "#web/features/chat/messages.ts";
import { useChatAct } from "#web/features/chat/talk/use-chat-act.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";

type Action = "dismiss" | "delete" | "mute";

const ACTS: Readonly<Record<Action, { label: string; title: string; description: string; done: string }>> = {
  dismiss: {
    label: "Dismiss",
    title: "Dismiss the reports on this message",
    description: "The message stays visible, even if reports had hidden it.",
    done: "The reports are dismissed.",
  },
  delete: {
    label: "Remove message",
    title: "Remove this message",
    description: "Its text disappears; its place in the chat stays.",
    done: "The message is removed.",
  },
  mute: {
    label: "Remove and mute",
    title: "Remove this message and mute its author",
    description: "They can still read but not write. They see your reason and when the mute ends.",
    done: "The message is removed and its author muted.",
  },
};
const CLOSED = { dismiss: "Dismissed", delete: "Removed", mute: "Removed, author muted" } as const;

function ResolveDialog({
  report,
  action,
  onClose,
}: {
  report: ChatReport;
  action: Action;
  onClose: () => void;
}) {
  const [length, setLength] = useState(MUTE_DEFAULT);
  const { title, description, label, done } = ACTS[action];
  const { mutate, isPending } = useChatAct({
    send: sendBody("POST /chat/reports/{id}/resolve", { id: report.id }),
    done,
  });
  return (
    <ReasonDialog
      name={`chat.resolve.${report.id}`}
      title={title}
      description={description}
      label="Reason"
      canned={MODERATION_REASONS}
      action={label}
      variant={action === "dismiss" ? "primary" : "destructive"}
      isPending={isPending}
      onClose={onClose}
      onSend={(reason, onTaken) =>
        mutate(
          { action, reason, ...(action === "mute" && { minutes: minutesOf(length) }) },
          { onSuccess: onTaken },
        )
      }
    >
      {action === "mute" && <MuteLength value={length} onChange={setLength} />}
    </ReasonDialog>
  );
}

/** One report with a moderator's actions. */
export function ReportRow({ report }: { report: ChatReport }) {
  const [asked, setAsked] = useState<Action | null>(null);
  const { user, reporter, message, reason, createdAt, resolution } = report;
  return (
    <li className="flex gap-3 py-4">
      <Avatar name={user.username} url={user.profileImageUrl} />
      <div className="min-w-0 flex-1 space-y-2 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold text-ink">{user.username}</span>
          <time dateTime={createdAt} className="text-faint text-xs">
            reported {dateAndTime(createdAt)}
          </time>
          {resolution && (
            <Badge tone={resolution.action === "dismiss" ? "neutral" : "warn"}>
              {CLOSED[resolution.action]}
            </Badge>
          )}
        </p>
        <blockquote className="rounded-control border border-line bg-sunken px-3 py-2 text-ink [overflow-wrap:anywhere]">
          <bdi dir="auto">{message}</bdi>
        </blockquote>
        <p className="text-muted [overflow-wrap:anywhere]">
          {reporter.username}: {reason}
        </p>
        {resolution && (
          <p className="text-faint [overflow-wrap:anywhere]">
            {resolution.by.username}, {dateAndTime(resolution.at)}: {resolution.reason}
          </p>
        )}
        {!resolution && (
          <div className="flex flex-wrap gap-2">
            {(["dismiss", "delete", "mute"] as const).map((action) => (
              <Button
                key={action}
                size="sm"
                variant={action === "dismiss" ? "secondary" : "destructive"}
                onClick={() => setAsked(action)}
              >
                {ACTS[action].label}
              </Button>
            ))}
          </div>
        )}
        {asked && <ResolveDialog report={report} action={asked} onClose={() => setAsked(null)} />}
      </div>
    </li>
  );
}
