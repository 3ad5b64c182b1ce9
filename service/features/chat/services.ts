import { live } from "#service/features/live/feature.ts";
import type { Core } from "#service/http/deps.ts";
import { Feed } from "./feed.ts";
import { Readers } from "./people.ts";
import { Wins } from "./wins.ts";

/** The chat's own services. */
export interface ChatServices {
  readonly feed: Feed;
  readonly readers: Readers;
  readonly wins: Wins;
}

/** Makes them, once a process. */
export function createChat(core: Core): ChatServices {
  const { db, scheduler, now, writer, onTrouble } = core;
  const { hub } = live.of(core);
  const onChange = () => {
    hub.tellSignedIn("chat", writer.head.position);
    hub.tellReviewers("moderation", writer.head.position);
  };
  const feed = new Feed({ db, scheduler, now, onChange, onTrouble });
  return { feed, readers: new Readers(core), wins: new Wins({ ...core, onWritten: () => feed.changed() }) };
}
