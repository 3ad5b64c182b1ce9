import type { ChatMessage } from "./contract.ts";

/** Messages of the chat's live room, by name. */
export type ChatFrames = {
  /** Messages that are new, oldest first, and the room's newest: a reader who missed some asks for them. */
  readonly chat: { readonly messages: readonly ChatMessage[]; readonly upTo: number };
  /** Earlier messages that were changed, taken back, removed, hidden or shown again. */
  readonly chat_change: { readonly messages: readonly ChatMessage[] };
};
