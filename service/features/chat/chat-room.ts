import { z } from "zod";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { roomStream } from "#domain/features/chat/events.ts";
import { ROOM } from "#domain/features/chat/rules.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import { chatMessages, chatMessagesById, newestPosition } from "#projections/features/chat/messages.ts";
import type { Frame, RoomKind } from "#service/features/live/room.ts";
import type { Core } from "#service/http/deps.ts";
import type { Feed } from "./feed/feed.ts";
import type { Readers } from "./people.ts";

/** New messages since the previous reading, and changes to earlier ones. Oldest first. */
interface Heard {
  /** The newest message announced. */
  readonly upTo: number;
  readonly said: readonly ChatMessage[];
  readonly changed: readonly ChatMessage[];
  /** Changes may have been missed. */
  readonly isBroken: boolean;
}

/** `?chat=` of the live stream. */
const chatParameter = { name: "chat", schema: z.literal(ROOM) };

const isHidden = ({ message, isDeleted }: ChatMessage): boolean => message === "" && !isDeleted;

/** The room that pushes messages as they are posted. A reader who missed some requests those after their last one. */
export function chatRoom(
  { config, reads }: Pick<Core, "config" | "reads">,
  { feed, readers }: { readonly feed: Feed; readonly readers: Readers },
): RoomKind<Heard> {
  const listed = [...config.adminPlatformIds];

  /** Changed messages to announce. A reported message is announced once reports hide it. */
  const changedSince = async ({ changed, reported }: ReturnType<Feed["take"]>, upTo: number) => {
    const found = await chatMessagesById(reads, listed, [...new Set([...changed, ...reported])]);
    return found
      .filter(({ position }) => position <= upTo)
      .filter((message) => changed.has(message.id) || isHidden(message));
  };

  return {
    parameter: chatParameter,
    insteadOf: "chat",
    models: ["chat-moderation"],
    mayListen: async (caller, access) =>
      caller !== null && (await readers.readerOf(caller, { access })).refusal === null,
    roomOf: ({ stream }) => (stream === roomStream ? ROOM : null),

    read: async (_, { state }) => {
      const changes = feed.take();
      if (state === null)
        return { upTo: await newestPosition(reads), said: [], changed: [], isBroken: false };
      try {
        const said = await chatMessages(reads, listed, { limit: LIST_LIMIT_MAX, after: state.upTo });
        const upTo = said[0]?.position ?? state.upTo;
        const changed = await changedSince(changes, state.upTo);
        return { upTo, said: said.toReversed(), changed, isBroken: changes.isBroken };
      } catch (error) {
        feed.giveBack(changes);
        throw error;
      }
    },

    snapshot: ({ upTo }) => [{ name: "chat", data: { messages: [], upTo } }],

    deltas: (_, { said, changed, upTo, isBroken }) => {
      if (isBroken) return null;
      const frames: Frame[] = [];
      if (said.length > 0) frames.push({ name: "chat", data: { messages: said, upTo } });
      if (changed.length > 0) frames.push({ name: "chat_change", data: { messages: changed } });
      return frames;
    },

    // The reading hit its limit, so there may be more.
    isStale: ({ said }) => said.length === LIST_LIMIT_MAX,
  };
}
