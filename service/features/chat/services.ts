import { ROOM } from "#domain/features/chat/rules.ts";
import { live } from "#service/features/live/feature.ts";
import type { Core } from "#service/http/deps.ts";
import { chatRoom } from "./chat-room.ts";
import { Feed } from "./feed/feed.ts";
import { Readers } from "./people.ts";
import { Wins } from "./wins.ts";

/** The chat's own services. */
export interface ChatServices {
  readonly feed: Feed;
  readonly readers: Readers;
  readonly wins: Wins;
}

/** Makes the chat's services, once a process. */
export function createChat(core: Core): ChatServices {
  const { db, scheduler, now, writer, onTrouble } = core;
  const { hub, rooms } = live.of(core);
  let roomChanged = (_room: string): void => undefined;
  const onChange = () => {
    roomChanged(ROOM);
    hub.tellSignedIn("chat", writer.head.position);
    hub.tellReviewers("moderation", writer.head.position);
  };
  const feed = new Feed({ db, scheduler, now, onChange, onTrouble });
  const readers = new Readers(core);
  roomChanged = rooms.declare(chatRoom(core, { feed, readers }));
  return { feed, readers, wins: new Wins({ ...core, onWritten: () => feed.changed() }) };
}
