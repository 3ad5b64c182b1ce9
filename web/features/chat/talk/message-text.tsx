import { Link } from "wouter";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { isNameOf, partsOf } from "#domain/features/chat/text.ts";
import { masked } from "#domain/player/words.ts";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useStore } from "#web/lib/store/store.ts";

/** A message's text: links into this site, marked names; addresses of other sites stay text. */
export function MessageText({ message: { message: text } }: { message: ChatMessage }) {
  const { masksSwearing } = useStore(chatSettings);
  const { username } = useUser();
  const shown = masksSwearing ? masked(text) : text;
  return (
    <bdi dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {partsOf(shown).map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        if (part.kind === "text") return <span key={at}>{part.text}</span>;
        if (part.kind === "path")
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
            <Link key={at} href={part.text} className="text-accent underline underline-offset-2">
              {part.text}
            </Link>
          );
        const isOwn = isNameOf(part, username);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
            key={at}
            className={
              isOwn ? "rounded bg-accent/20 px-0.5 font-semibold text-accent" : "font-medium text-ink"
            }
          >
            {part.text}
          </span>
        );
      })}
    </bdi>
  );
}
