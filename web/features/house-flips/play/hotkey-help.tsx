import { hotkeySettings } from "#web/lib/page/hotkeys.ts";
import { useStore } from "#web/lib/store/store.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

const KEYS = [
  { keys: ["Space", "Enter"], does: "Flip the coin" },
  { keys: ["R"], does: "Repeat the last bet" },
  { keys: ["B"], does: "Choose RBX" },
  { keys: ["T"], does: "Choose TIX" },
  { keys: ["H"], does: "Half the bet" },
  { keys: ["D"], does: "Double the bet" },
  { keys: ["A"], does: "All-In" },
  { keys: ["M"], does: "Mute or unmute" },
  { keys: ["?"], does: "This help" },
  { keys: ["F8"], does: "Go to the notification" },
] as const;

interface HotkeyHelpProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lists the keys and lets them be turned off. */
export default function HotkeyHelp({ open, onClose }: HotkeyHelpProps) {
  const { on } = useStore(hotkeySettings);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Inactive while you type or a dialog is open."
    >
      <dl className="divide-y divide-line">
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2.5">
            <dt className="text-muted text-sm">{does}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-md border border-line-strong bg-raised px-2 py-1 text-center font-sans font-semibold text-ink text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3 text-ink text-sm">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => hotkeySettings.change({ on: event.target.checked })}
          className="size-5 accent-accent"
        />
        Use keyboard shortcuts
      </label>
    </Dialog>
  );
}
