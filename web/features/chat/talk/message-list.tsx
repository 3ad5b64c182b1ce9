import { ArrowDown, MessageSquare } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { EMPTY } from "#web/features/chat/messages.ts";
import { MessageRow } from "#web/features/chat/talk/message-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

function onChange(tell: () => void): () => void {
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}

/** Whether the page can be seen: not in the background, not minimized. */
const useVisible = (): boolean => useSyncExternalStore(onChange, () => !document.hidden);

/** Readers at most this far from the newest message follow new ones, in pixels. */
const FOLLOWS_PX = 40;
/** Older messages are asked for this far before the oldest is in sight, in pixels. */
const LOADS_PX = 300;

interface MessageListProps {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly onOlder: () => void;
  readonly onReply: (message: ChatMessage) => void;
  readonly onEdit: (message: ChatMessage) => void;
  /** Told the newest message that was in sight. */
  readonly onSeen: (position: number) => void;
}

/**
 * Messages in a scroller that keeps its place, at the newest one or at what somebody reads further up, since it is laid
 * out from its end (`column-reverse` with one child in natural order).
 */
export function MessageList(props: MessageListProps) {
  const { messages, hasOlder, isLoadingOlder, onOlder, onReply, onEdit, onSeen } = props;
  const scroller = useRef<HTMLElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const isVisible = useVisible();
  const newest = messages.at(-1)?.position ?? 0;
  const [seen, setSeen] = useState(newest);
  useEffect(() => {
    if (!isFollowing || newest === 0 || !isVisible) return;
    setSeen(newest);
    onSeen(newest);
  }, [isFollowing, isVisible, newest, onSeen]);
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    setFollowing(-scrollTop < FOLLOWS_PX);
    if (hasOlder && scrollHeight - clientHeight + scrollTop < LOADS_PX) onOlder();
  };
  const unseen = messages.filter(({ position }) => position > seen).length;
  const toNewest = () => {
    scroller.current?.scrollTo({ top: 0 });
    setFollowing(true);
  };
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        onScroll={onScroll}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain rounded-control"
      >
        <div className="py-2">
          {hasOlder && (
            <p className="grid place-items-center pb-2">
              <Button size="sm" variant="ghost" onClick={onOlder} aria-disabled={isLoadingOlder || undefined}>
                {isLoadingOlder ? "Loading..." : "Older messages"}
              </Button>
            </p>
          )}
          {messages.length === 0 && <EmptyState icon={MessageSquare} {...EMPTY} />}
          <ol>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} onReply={onReply} onEdit={onEdit} />
            ))}
          </ol>
        </div>
      </section>
      {!isFollowing && unseen > 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 grid place-items-center">
          <Button size="sm" variant="primary" onClick={toNewest} className="pointer-events-auto shadow-float">
            <ArrowDown className="size-4" aria-hidden="true" />
            {unseen} new
          </Button>
        </div>
      )}
    </div>
  );
}
