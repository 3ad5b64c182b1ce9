import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { lockedText } from "#domain/features/chat/rules.ts";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { LOCKED_HINT, LOCKED_TITLE } from "#web/features/chat/messages.ts";
import { roomQuery } from "#web/features/chat/queries.ts";
import { Announcer } from "#web/features/chat/talk/announcer.tsx";
import { Composer, type Writing } from "#web/features/chat/talk/composer.tsx";
import { MessageList } from "#web/features/chat/talk/message-list.tsx";
import { useConversation, useReadMark } from "#web/features/chat/talk/use-conversation.ts";
import { useIgnored } from "#web/features/chat/use-ignored.ts";
import { SupportContact } from "#web/features/contacts/support-contact.tsx";
import { LevelProgress } from "#web/features/players/level-progress.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { useStore } from "#web/lib/store/store.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const SKELETONS = 6;
/** How often a mute is checked, in milliseconds: it ends by time alone. */
const LOOK_MS = 1_000;

function Locked({ level, levelMin }: { level: number; levelMin: number }) {
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
        <span className="grid size-14 place-items-center rounded-full border border-line bg-raised text-muted">
          <Lock className="size-6" aria-hidden="true" />
        </span>
        <h2 className="font-semibold text-ink text-xl">{LOCKED_TITLE}</h2>
        <p className="max-w-sm text-muted">{lockedText(levelMin, level)}</p>
        <p className="max-w-sm text-faint text-sm">{LOCKED_HINT}</p>
        <div className="w-full max-w-xs py-2 text-left">
          <LevelProgress {...useUser()} />
        </div>
        <Link href="/" className={buttonClass({ variant: "primary" })}>
          Play a game
        </Link>
      </div>
    </div>
  );
}

function MutedNotice({ mute }: { mute: { readonly until: string | null; readonly reason: string } }) {
  return (
    <Notice tone="warn" title="You are muted" role="status">
      <p>
        {mute.until === null
          ? "You cannot write here any more. "
          : `You can write again at ${dateAndTime(mute.until)}. `}
        Reason: {mute.reason}
      </p>
      <p>
        Think this is wrong? <SupportContact /> reviews every appeal.
      </p>
    </Notice>
  );
}

/** The input, or why the player cannot write. */
function Writable({ writing, onDone }: { writing: Writing; onDone: () => void }) {
  const mute = useQuery(roomQuery).data?.mute ?? null;
  const now = useNow(LOOK_MS);
  const isMuted = mute !== null && (mute.until === null || Date.parse(mute.until) > now);
  return isMuted ? <MutedNotice mute={mute} /> : <Composer writing={writing} onDone={onDone} />;
}

function Conversation() {
  const { messages, error, refetch, hasOlder, isLoadingOlder, loadOlder } = useConversation();
  const { showsWins } = useStore(chatSettings);
  const ignored = useIgnored();
  const [writing, setWriting] = useState<Writing>({ as: "new" });
  const [seen, setSeen] = useState<number>();
  useReadMark(seen);
  const shown = useMemo(
    () => messages?.filter(({ userId, type }) => !(userId in ignored) && (showsWins || type !== "bet")),
    [messages, ignored, showsWins],
  );
  if (!shown && error) return <LoadError error={error} what="The chat" onRetry={() => void refetch()} />;
  return (
    <>
      {shown ? (
        <MessageList
          messages={shown}
          hasOlder={hasOlder}
          isLoadingOlder={isLoadingOlder}
          onOlder={() => void loadOlder()}
          onReply={(message) => setWriting({ as: "reply", message })}
          onEdit={(message) => setWriting({ as: "edit", message })}
          onSeen={setSeen}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-hidden">
          <SkeletonRows rows={SKELETONS} className="h-14" />
        </div>
      )}
      <Announcer messages={shown ?? []} />
      <Writable writing={writing} onDone={() => setWriting({ as: "new" })} />
    </>
  );
}

/** The room with its messages, or why it is closed. It fills its container. */
export function ChatRoom() {
  const { data: room, error, refetch } = useQuery(roomQuery);
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      {!room && <Unloaded {...{ error, refetch }} what="The chat" rows={SKELETONS} className="h-14" />}
      {room && !room.isOpen && <Locked level={room.level} levelMin={room.levelMin} />}
      {room?.isOpen && <Conversation />}
    </div>
  );
}
