import { Link } from "wouter";
import { partsOf } from "#domain/features/chat/text.ts";
import { masked } from "#domain/features/chat/words.ts";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { useUser } from "#web/lib/session.ts";
import { useStore } from "#web/lib/store.ts";

/** What was written: ways into this site are links, names are marked, addresses of other sites stay text. */
export function MessageText({ text }: { text: string }) {
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
        const isOwn = part.text.slice(1).toLowerCase() === username.toLowerCase();
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

/** Whether a text calls somebody by name. */
export const mentions = (text: string, username: string): boolean =>
  partsOf(text).some(
    (part) => part.kind === "name" && part.text.slice(1).toLowerCase() === username.toLowerCase(),
  );
