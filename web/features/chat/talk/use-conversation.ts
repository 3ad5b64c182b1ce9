import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import type { ChatFrames } from "#domain/features/chat/frames.ts";
import { CHAT_ROOM, newestQuery, PAGE_MESSAGES, readQuery } from "#web/features/chat/queries.ts";
import { MESSAGES_MAX, withChanged, withNewest, withOlder } from "#web/features/chat/talk/conversation.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { tellOtherWindows } from "#web/lib/live/other-windows.ts";
import { useRoom } from "#web/lib/live/room.ts";
import { toast } from "#web/lib/toast.ts";

/** Minimum interval of reporting what was read, in milliseconds. */
const READ_EVERY_MS = 10_000;

/** What is said, oldest first, as long as the component is shown. */
export function useConversation() {
  const { data, error, refetch } = useQuery(newestQuery);
  const [known, setKnown] = useState<readonly ChatMessage[]>([]);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [isBeginning, setBeginning] = useState(false);
  useEffect(() => {
    if (data) setKnown((before) => withNewest(before, data));
  }, [data]);
  // Messages loaded by scrolling back are on no refreshed page.
  useRoom<Pick<ChatFrames, "chat_change">>(CHAT_ROOM, {
    chat_change: ({ messages }) => setKnown((before) => withChanged(before, messages)),
  });
  const first = known[0]?.position;
  const hasOlder = first !== undefined && first > 1 && !isBeginning && known.length < MESSAGES_MAX;
  const loadOlder = async () => {
    if (!hasOlder || isLoadingOlder) return;
    setLoadingOlder(true);
    try {
      const query = { limit: String(PAGE_MESSAGES), before: String(first) };
      const page = await call("GET /chat/messages", { query });
      setBeginning(page.length === 0);
      setKnown((before) => withOlder(before, page));
    } catch (problem) {
      const description = errorText(problem, "Please try again.");
      toast({ title: "Older messages could not be loaded", description, variant: "destructive" });
    } finally {
      setLoadingOlder(false);
    }
  };
  return { messages: data ? known : undefined, error, refetch, hasOlder, isLoadingOlder, loadOlder };
}

/** Counts reads at once. The service is informed every ten seconds at most, and when the player leaves. */
export function useReadMark(upTo: number | undefined): void {
  const queryClient = useQueryClient();
  const told = useRef({ upTo: 0, at: 0 });
  const wanted = useRef(0);
  const tell = useCallback(() => {
    const now = wanted.current;
    if (now <= told.current.upTo) return;
    told.current = { upTo: now, at: Date.now() };
    // A failure is made up for with the next message.
    call("POST /chat/read", { body: { upTo: now }, keepalive: true }).then(
      () => tellOtherWindows("chat"),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (upTo === undefined || upTo <= told.current.upTo) return;
    wanted.current = upTo;
    queryClient.setQueryData(readQuery.queryKey, { count: 0, readUpTo: upTo, upTo });
    const timer = setTimeout(tell, Math.max(0, told.current.at + READ_EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [upTo, tell, queryClient]);
  useEffect(() => {
    window.addEventListener("pagehide", tell);
    return () => {
      window.removeEventListener("pagehide", tell);
      tell();
    };
  }, [tell]);
}
