import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { MODERATION_REASONS, MUTE_LENGTHS, REPORT_REASONS } from "#web/features/chat/messages.ts";
import { historyQuery } from "#web/features/chat/queries.ts";
import { useChatAct } from "#web/features/chat/talk/use-chat-act.ts";
import { sendBody, sendReason } from "#web/lib/api/commands/send.ts";
import { useUser } from "#web/lib/api/session.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { ReasonDialog, type ReasonDialogProps } from "#web/ui/dialogs/reason-dialog.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";
import { When } from "#web/ui/when.tsx";

interface MessageDialogProps {
  readonly message: ChatMessage;
  readonly onClose: () => void;
}

type ActDialogProps = Parameters<typeof useChatAct<string, unknown>>[0] &
  Omit<ReasonDialogProps, "isPending" | "onSend">;

/** Asks why, and does it. */
function ActDialog({ send, done, ...shown }: ActDialogProps) {
  const { mutate, isPending } = useChatAct({ send, done });
  return (
    <ReasonDialog
      {...shown}
      isPending={isPending}
      onSend={(reason, onTaken) => mutate(reason, { onSuccess: onTaken })}
    />
  );
}

/** Asks why a message is reported. */
export function ReportDialog({ message: { id, user }, onClose }: MessageDialogProps) {
  return (
    <ActDialog
      send={sendReason("POST /chat/messages/{id}/report", { id })}
      done="A moderator will look at the message. Thank you."
      name={`chat.report.${id}`}
      title={`Report ${user.username}'s message`}
      description="Moderators see your name; the author does not."
      label="What is wrong with it"
      canned={REPORT_REASONS}
      action="Report"
      onClose={onClose}
    />
  );
}

/** Asks why a message is removed. */
export function RemoveDialog({ message: { id, user }, onClose }: MessageDialogProps) {
  return (
    <ActDialog
      send={sendReason("DELETE /chat/messages/{id}", { id })}
      done="The message is removed."
      name={`chat.remove.${id}`}
      title={`Remove ${user.username}'s message`}
      description="Its text disappears; its place in the chat stays. Removals are recorded."
      label="Reason"
      canned={MODERATION_REASONS}
      action="Remove"
      variant="destructive"
      onClose={onClose}
    />
  );
}

/** The lengths of a mute that the moderator may choose. */
export function MuteLength({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const isAdmin = useUser().roles.includes("admin");
  const lengths = MUTE_LENGTHS.filter(({ minutes }) => isAdmin || (minutes !== null && minutes <= 1_440));
  const options = Object.fromEntries(lengths.map(({ label, minutes }) => [String(minutes), label]));
  return <Select label="For how long" options={options} value={value} onChange={onChange} />;
}

/** The minutes that a choice stands for; null for ever. */
export const minutesOf = (value: string): number | null => (value === "null" ? null : Number(value));
export const MUTE_DEFAULT = "30";

interface MuteDialogProps {
  readonly userId: string;
  readonly username: string;
  readonly onClose: () => void;
}

/** Asks for how long a player is muted, and why. */
export function MuteDialog({ userId, username, onClose }: MuteDialogProps) {
  const [length, setLength] = useState(MUTE_DEFAULT);
  const { mutate, isPending } = useChatAct({
    send: sendBody("POST /chat/mutes"),
    done: `${username} is muted.`,
  });
  return (
    <ReasonDialog
      name={`chat.mute.${userId}`}
      title={`Mute ${username}`}
      description="They can still read but not write. They see your reason and when the mute ends."
      label="Reason"
      canned={MODERATION_REASONS}
      action="Mute"
      variant="destructive"
      isPending={isPending}
      onClose={onClose}
      onSend={(reason, onTaken) =>
        mutate({ userId, minutes: minutesOf(length), reason }, { onSuccess: onTaken })
      }
    >
      <MuteLength value={length} onChange={setLength} />
    </ReasonDialog>
  );
}

/** What a message said before it was changed or deleted. */
export function HistoryDialog({ message: { id, user }, onClose }: MessageDialogProps) {
  const { data, error, refetch } = useQuery(historyQuery(id));
  return (
    <Dialog
      onClose={onClose}
      title={`What ${user.username} wrote`}
      description="Your access is recorded in the access log."
    >
      {!data && <Unloaded {...{ error, refetch }} what="The history" rows={2} className="h-14" />}
      <ol className="divide-y divide-line">
        {data?.versions.map((version) => (
          <li key={version.at} className="space-y-1 py-3 text-sm">
            <When at={version.at} />
            <p className="text-ink [overflow-wrap:anywhere]">
              <bdi dir="auto">{version.message}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
