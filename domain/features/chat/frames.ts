import type { ChatMessage } from "./contract.ts";

/** What is told in the chat's room as it is said, by name. */
export type ChatFrames = {
  /** Messages that are new, oldest first, and the newest of the room: whoever misses some asks for them. */
  readonly chat: { readonly messages: readonly ChatMessage[]; readonly upTo: number };
  /** Earlier messages that were changed, taken back, removed, hidden or shown again. */
  readonly chat_change: { readonly messages: readonly ChatMessage[] };
};
