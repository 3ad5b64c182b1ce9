import { Coins, CornerUpLeft, Ellipsis, Shield } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { calls } from "#domain/features/chat/text.ts";
import { DELETED, HIDDEN, IGNORED } from "#web/features/chat/messages.ts";
import { MessageActs } from "#web/features/chat/moderate/message-acts.tsx";
import { MessageText } from "#web/features/chat/talk/message-text.tsx";
import { useIgnored } from "#web/features/chat/use-ignored.ts";
import { useUser } from "#web/lib/api/session.ts";
import { dateAndTime, timeOfDay, withAmounts } from "#web/lib/format.ts";
import { displaySettings } from "#web/lib/store/display-settings.ts";
import { useStore } from "#web/lib/store/store.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { LevelBadge } from "#web/ui/players/level-badge.tsx";

const STAFF = { moderator: "Moderator", admin: "Admin" } as const;

function Author({ message: { user, createdAt, isEdited, editedAt } }: { message: ChatMessage }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="min-w-0 truncate font-semibold text-ink text-sm">
        <bdi>{user.displayName}</bdi>
      </span>
      {user.displayName !== user.username && (
        <span className="min-w-0 truncate text-faint text-xs">@{user.username}</span>
      )}
      <LevelBadge level={user.level} />
      {user.role !== "player" && (
        <Badge tone="accent">
          <Shield className="size-3" aria-hidden="true" />
          {STAFF[user.role]}
        </Badge>
      )}
      <time dateTime={createdAt} title={dateAndTime(createdAt)} className="text-faint text-xs">
        {timeOfDay(createdAt)}
      </time>
      {isEdited && editedAt && (
        <span title={dateAndTime(editedAt)} className="text-faint text-xs">
          edited
        </span>
      )}
    </p>
  );
}

function Reply({ replyTo }: { replyTo: NonNullable<ChatMessage["replyTo"]> }) {
  const isIgnored = Object.values(useIgnored()).includes(replyTo.username);
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-faint text-xs">
      <CornerUpLeft className="size-3 shrink-0" aria-hidden="true" />
      <span className="sr-only">In reply to</span>
      <span className="shrink-0 font-medium">{replyTo.username}</span>
      <bdi dir="auto" className="truncate">
        {isIgnored ? IGNORED : replyTo.message === "" ? DELETED : replyTo.message}
      </bdi>
    </p>
  );
}

function WinLine({ message: { user, message, createdAt } }: { message: ChatMessage }) {
  // Rows are drawn again only when their message changes.
  useStore(displaySettings);
  return (
    <li className="flex items-center gap-2 px-3 py-1.5 text-muted text-xs">
      <Coins className="size-4 shrink-0 text-tix" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi className="font-semibold text-ink">{user.displayName}</bdi> {withAmounts(message)}
      </span>
      <time dateTime={createdAt} className="ml-auto shrink-0 text-faint">
        {timeOfDay(createdAt)}
      </time>
    </li>
  );
}

interface MessageRowProps {
  readonly message: ChatMessage;
  readonly onReply: (message: ChatMessage) => void;
  readonly onEdit: (message: ChatMessage) => void;
}

/** One message with its author and actions. */
export const MessageRow = memo(function MessageRow({ message, onReply, onEdit }: MessageRowProps) {
  const { username } = useUser();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Keyboard focus returns to where it was, unless an action moved it.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (message.type === "bet") return <WinLine message={message} />;
  const isGone = message.isDeleted || message.message === "";
  const isForMe = calls(message.message, username);
  return (
    <li
      className={`group flex gap-3 rounded-control px-3 py-2 transition-colors hover:bg-raised/50 ${isForMe ? "bg-accent/8" : ""}`}
    >
      <Avatar name={message.user.username} url={message.user.profileImageUrl} className="mt-0.5 size-8" />
      <div className="min-w-0 flex-1 space-y-0.5">
        {message.replyTo && <Reply replyTo={message.replyTo} />}
        <Author message={message} />
        <p className={isGone ? "text-faint text-sm italic" : "text-muted text-sm"}>
          {message.isDeleted && DELETED}
          {!message.isDeleted && isGone && HIDDEN}
          {!isGone && <MessageText message={message} />}
        </p>
        {isOpen && (
          <MessageActs
            message={message}
            onReply={() => onReply(message)}
            onEdit={() => onEdit(message)}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-label={`Actions for ${message.user.username}'s message at ${timeOfDay(message.createdAt)}`}
        onClick={() => setOpen((open) => !open)}
        className="-my-1 -mr-1 grid size-11 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:bg-raised hover:text-ink"
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </button>
    </li>
  );
});
