import { Settings2 } from "lucide-react";
import { useState } from "react";
import { type ChatSettings, changeChat, chatSettings, heed } from "#web/features/chat/chat-settings.ts";
import { useStore } from "#web/lib/store/store.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

/** The chat's reading options. */
export const OPTIONS = {
  masksSwearing: "Cover swearing",
  showsWins: "Show big wins",
  announces: "Announce new messages to screen readers",
} as const satisfies Partial<Record<keyof ChatSettings, string>>;

export const readingOptions = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

function Ignored() {
  const { ignored } = useStore(chatSettings);
  const all = Object.entries(ignored);
  return (
    <section aria-labelledby="ignored" className="border-line border-t pt-4">
      <h3 id="ignored" className="font-semibold text-ink text-sm">
        Ignored players
      </h3>
      {all.length === 0 && <p className="mt-1 text-faint text-sm">Your ignore list is empty.</p>}
      <ul className="mt-2 space-y-1">
        {all.map(([id, username]) => (
          <li key={id} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0 truncate text-muted">{username}</span>
            <Button size="sm" variant="ghost" onClick={() => heed(id)} aria-label={`Show ${username} again`}>
              Show again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How somebody likes to read the chat, behind a button. */
export function ReadingOptions() {
  const [isOpen, setOpen] = useState(false);
  const settings = useStore(chatSettings);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label="Chat settings"
        className="grid size-11 place-items-center rounded-lg text-muted transition-colors hover:bg-raised hover:text-ink"
      >
        <Settings2 className="size-4.5" aria-hidden="true" />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Chat settings"
        description="Stored in this browser."
      >
        <div className="space-y-4">
          {readingOptions.map((name) => (
            <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3 text-muted text-sm">
              <input
                type="checkbox"
                checked={settings[name]}
                onChange={(event) => changeChat({ [name]: event.target.checked })}
                className="size-5 accent-accent"
              />
              {OPTIONS[name]}
            </label>
          ))}
          <Ignored />
        </div>
      </Dialog>
    </>
  );
}
