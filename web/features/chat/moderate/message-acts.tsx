import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { DELETE_WITHIN_MS, EDIT_WITHIN_MS } from "#domain/features/chat/rules.ts";
import { ignore } from "#web/features/chat/chat-settings.ts";
import { isStaff, newestQuery } from "#web/features/chat/queries.ts";
import { useAsk } from "#web/features/friendships/use-friend-act.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { Button } from "#web/ui/button.tsx";

const dialogs = () => import("#web/features/chat/dialogs.tsx");
const ReportDialog = lazy(async () => ({ default: (await dialogs()).ReportDialog }));
const RemoveDialog = lazy(async () => ({ default: (await dialogs()).RemoveDialog }));
const MuteDialog = lazy(async () => ({ default: (await dialogs()).MuteDialog }));
const HistoryDialog = lazy(async () => ({ default: (await dialogs()).HistoryDialog }));

type Asked = "report" | "remove" | "mute" | "history";

interface MessageActsProps {
  readonly message: ChatMessage;
  readonly onReply: () => void;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function useDelete(onDone: () => void) {
  const queryClient = useQueryClient();
  return async (id: string) => {
    try {
      await command("DELETE /chat/messages/{id}", { params: { id }, body: {} });
      onDone();
    } catch (error) {
      toastError(error, "Please try again.", "Not deleted");
    } finally {
      void queryClient.invalidateQueries({ queryKey: newestQuery.queryKey });
    }
  };
}

function Dialogs({ asked, message, onClose }: { asked: Asked; message: ChatMessage; onClose: () => void }) {
  const props = { message, onClose };
  return (
    <Suspense fallback={null}>
      {asked === "report" && <ReportDialog {...props} />}
      {asked === "remove" && <RemoveDialog {...props} />}
      {asked === "mute" && (
        <MuteDialog userId={message.userId} username={message.user.username} onClose={onClose} />
      )}
      {asked === "history" && <HistoryDialog {...props} />}
    </Suspense>
  );
}

/** The actions on a message, as a row of buttons below it. */
export function MessageActs({ message, onReply, onEdit, onClose }: MessageActsProps) {
  const me = useUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [now] = useState(Date.now);
  const remove = useDelete(onClose);
  const ask = useAsk();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector("button")?.focus(), []);
  const isOwn = message.userId === me.id;
  const age = now - Date.parse(message.createdAt);
  const isGone = message.isDeleted;
  const close = () => {
    setAsked(null);
    onClose();
  };
  const act = (label: string, onClick: () => void) => (
    <Button size="sm" variant="secondary" onClick={onClick}>
      {label}
    </Button>
  );
  const then = (what: () => void) => () => {
    what();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button before has opened
    <div
      ref={row}
      className="flex flex-wrap gap-2 pt-1.5"
      onKeyDown={({ key }) => asked === null && key === "Escape" && onClose()}
    >
      {!isGone && act("Reply", then(onReply))}
      {isOwn && !isGone && age < EDIT_WITHIN_MS && act("Edit", then(onEdit))}
      {isOwn && !isGone && age < DELETE_WITHIN_MS && act("Delete", () => void remove(message.id))}
      {!isOwn && !isGone && act("Report", () => setAsked("report"))}
      {!isOwn &&
        act(
          "Add friend",
          then(() => ask.mutate(message.user.username)),
        )}
      {!isOwn &&
        act(
          "Ignore",
          then(() => ignore(message.userId, message.user.username)),
        )}
      {isStaff(me) && !isOwn && !isGone && act("Remove", () => setAsked("remove"))}
      {isStaff(me) && !isOwn && act("Mute", () => setAsked("mute"))}
      {isStaff(me) && act("History", () => setAsked("history"))}
      {asked && <Dialogs asked={asked} message={message} onClose={close} />}
    </div>
  );
}
