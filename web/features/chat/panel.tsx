import { useQuery } from "@tanstack/react-query";
import { MessagesSquare, PanelRightClose } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "wouter";
import { changeChat, chatSettings } from "#web/features/chat/chat-settings.ts";
import { TITLE } from "#web/features/chat/messages.ts";
import { PANEL, PanelPlace, useIsBesidePage } from "#web/features/chat/panel-place.tsx";
import { roomQuery } from "#web/features/chat/queries.ts";
import { UnreadCount } from "#web/features/chat/talk/unread-count.tsx";
import { useStore } from "#web/lib/store/store.ts";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

const ChatRoom = lazy(async () => ({
  default: (await import("#web/features/chat/talk/chat-room.tsx")).ChatRoom,
}));

function OpenButton() {
  return (
    <button
      type="button"
      onClick={() => changeChat({ panelOpen: true })}
      className="fixed right-4 bottom-4 z-20 hidden min-h-11 items-center gap-2 rounded-full border border-field bg-raised px-4 font-semibold text-ink text-sm shadow-float transition-colors hover:bg-hover 2xl:inline-flex"
    >
      <MessagesSquare className="size-4" aria-hidden="true" />
      Chat
      <UnreadCount />
    </button>
  );
}

/** The chat beside every page, where the view is wide enough. */
export default function ChatPanel() {
  const isBesidePage = useIsBesidePage();
  const { panelOpen } = useStore(chatSettings);
  const { data: room, isPending } = useQuery(roomQuery);
  if (isPending) return <PanelPlace />;
  if (!isBesidePage) return null;
  // An open panel keeps its place and says why the chat is locked: the page would move aside otherwise.
  if (!panelOpen) return room?.isOpen ? <OpenButton /> : null;
  return (
    <aside aria-label={TITLE} className={PANEL}>
      <div className="flex items-center justify-between gap-2 border-line border-b py-1.5 pr-2 pl-4">
        <Link href="/chat" className="font-semibold text-ink text-sm hover:underline">
          {TITLE}
        </Link>
        <button
          type="button"
          onClick={() => changeChat({ panelOpen: false })}
          aria-label="Close the chat"
          className="grid size-10 place-items-center rounded-lg text-muted transition-colors hover:bg-raised hover:text-ink"
        >
          <PanelRightClose className="size-4.5" aria-hidden="true" />
        </button>
      </div>
      <div className="min-h-0 flex-1 p-2">
        <Suspense fallback={<SkeletonRows rows={6} className="h-14" />}>
          <ChatRoom />
        </Suspense>
      </div>
    </aside>
  );
}
