import { useEffect, useRef, useState } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { calls } from "#domain/features/chat/text.ts";
import { masked } from "#domain/player/words.ts";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { useStore } from "#web/lib/store/store.ts";

/** Interval of announcing new messages, in milliseconds; mentions are announced at once. */
const COUNT_EVERY_MS = 10_000;

/** A line that differs from the one before, since screen readers skip unchanged ones. */
const againSaid = (line: string) => (before: string) => (before === line ? `${line}\u00a0` : line);

/** Tells screen readers what is new, in one quiet line. */
export function Announcer({ messages }: { messages: readonly ChatMessage[] }) {
  const me = useUser();
  const { announces, masksSwearing } = useStore(chatSettings);
  const [told, setTold] = useState("");
  const line = masksSwearing ? masked(told) : told;
  const upTo = useRef<number | null>(null);
  const count = useRef(0);
  const now = useNow(COUNT_EVERY_MS);
  useEffect(() => {
    const newest = messages.at(-1)?.position ?? 0;
    const before = upTo.current;
    upTo.current = Math.max(newest, before ?? 0);
    if (before === null) return;
    const fresh = messages.filter(({ position, userId }) => position > before && userId !== me.id);
    const forMe = fresh.findLast(({ message }) => calls(message, me.username));
    if (forMe !== undefined) setTold(againSaid(`${forMe.user.username} says: ${forMe.message}`));
    count.current += fresh.length - (forMe === undefined ? 0 : 1);
  }, [messages, me]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts once a tick of the clock
  useEffect(() => {
    if (count.current > 0)
      setTold(againSaid(`${count.current} new ${count.current === 1 ? "message" : "messages"}`));
    count.current = 0;
  }, [now]);
  return (
    <p role="status" className="sr-only">
      {announces ? line : ""}
    </p>
  );
}
