import { useQuery } from "@tanstack/react-query";
import { roomQuery } from "#web/features/chat/queries.ts";

/** From which level on the chat is open, by the settings of now. */
export default function LevelOpening() {
  const { data } = useQuery(roomQuery);
  return data ? <li>From level {data.levelMin} on the chat is open to you.</li> : null;
}
