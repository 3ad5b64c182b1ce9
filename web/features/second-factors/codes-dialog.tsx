import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog, DialogEnd } from "#web/ui/dialogs/dialog.tsx";

interface CodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes, only once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Keep your recovery codes"
      description="They are shown only once. Each works once, if you lose your other factors."
    >
      <ul
        aria-label="Recovery codes"
        className="mb-5 grid gap-x-6 gap-y-2 rounded-control border border-line bg-sunken p-4 font-mono text-ink text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogEnd>
        <div className="flex flex-wrap justify-end gap-3">
          <CopyButton text={codes.join("\n")} what="recovery codes" label="Copy all" />
          <Button variant="primary" onClick={onClose}>
            I have saved them
          </Button>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
