import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { blocksQuery } from "#web/features/friendships/queries.ts";
import { useStore } from "#web/lib/store/store.ts";

/** Players whose messages are not shown, with their names: who is ignored in this browser, and who is blocked. */
export function useIgnored(): Readonly<Record<string, string>> {
  const { ignored } = useStore(chatSettings);
  const { data: blocks } = useQuery(blocksQuery);
  return useMemo(
    () => ({
      ...ignored,
      ...Object.fromEntries((blocks ?? []).map(({ user }) => [user.id, user.username])),
    }),
    [ignored, blocks],
  );
}
