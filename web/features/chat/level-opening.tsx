import { useQuery } from "@tanstack/react-query";
import { roomQuery } from "#web/features/chat/queries.ts";

/** The level that opens the chat, by the current settings. */
export default function LevelOpening() {
  const { data } = useQuery(roomQuery);
  return data ? <li>From level {data.levelMin} on the chat is open to you.</li> : null;
}
