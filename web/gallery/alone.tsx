import { type ReactNode, useEffect } from "react";
import { nothing, part, type Wall } from "#web/gallery/part.ts";
import { toast, toasts } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Dialog, DialogEnd } from "#web/ui/dialogs/dialog.tsx";
import { ReasonDialog, type ReasonDialogProps } from "#web/ui/dialogs/reason-dialog.tsx";
import { TypedDialog } from "#web/ui/dialogs/typed-dialog.tsx";
import { Toaster } from "#web/ui/floating/toaster.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { PageSpinner } from "#web/ui/spinner.tsx";

/** Presses something once it is there. */
function Pressed({ what, children }: { what: string; children: ReactNode }) {
  useEffect(() => {
    // A dialog is in the document one turn later.
    const timer = setTimeout(() => document.querySelector<HTMLElement>(what)?.click(), 0);
    return () => clearTimeout(timer);
  }, [what]);
  return children;
}

const AGAIN_MS = 2_000;

/** Shows a toast, and keeps it there. */
function Told(told: Parameters<typeof toast>[0]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message stays the same
  useEffect(() => {
    toast(told);
    // A toast goes by itself.
    const timer = setInterval(() => toast(told), AGAIN_MS);
    return () => {
      clearInterval(timer);
      toasts.set([]);
    };
  }, []);
  return <Toaster />;
}

const dialog = (place: "middle" | "right") => (
  <Dialog onClose={nothing} title="Create New Coinflip" description="It waits." place={place}>
    <p className="pb-6 text-sm">Choose what you stake.</p>
    <DialogEnd>
      <Button variant="primary" className="w-full">
        Create
      </Button>
    </DialogEnd>
  </Dialog>
);

const confirmation = (isPending: boolean) => (
  <ConfirmDialog
    title="Erase your data?"
    description="This cannot be undone."
    keep="Keep it"
    action="Erase"
    pending="Erasing..."
    isPending={isPending}
    onClose={nothing}
    onConfirm={nothing}
  />
);

const typed = (isPending: boolean) => (
  <TypedDialog
    title="Erase your data?"
    description="This cannot be undone."
    word="alice"
    action="Erase"
    isPending={isPending}
    onClose={nothing}
    onConfirm={nothing}
  />
);

const reason = (differently: Partial<ReasonDialogProps> = {}) => (
  <ReasonDialog
    name="gallery"
    title="Reject the deposit?"
    description="The player reads why."
    label="Reason"
    hint="At most 1,000 characters"
    action="Reject"
    isPending={false}
    onClose={nothing}
    onSend={nothing}
    {...differently}
  />
);

/** Overlays. */
export const alone: Wall = {
  name: "alone",
  isAlone: true,
  parts: [
    part("PageSpinner", { plain: <PageSpinner /> }),
    part("Dialog", { middle: dialog("middle"), right: dialog("right") }),
    part("ConfirmDialog", { asking: confirmation(false), pending: confirmation(true) }),
    part("ReasonDialog", {
      plain: reason(),
      canned: reason({ canned: ["The trade was refused."] }),
      refused: <Pressed what="[type=submit]">{reason()}</Pressed>,
      pending: reason({ isPending: true, variant: "destructive" }),
    }),
    part("TypedDialog", {
      plain: typed(false),
      refused: <Pressed what="[type=submit]">{typed(false)}</Pressed>,
      pending: typed(true),
    }),
    part("Toaster", {
      plain: <Told title="Saved" description="Your settings are kept." />,
      destructive: <Told title="Invalid Bet" description="Enter an amount." variant="destructive" />,
    }),
    part("Noted", {
      open: (
        <Pressed what=".cursor-help">
          <p className="p-16 text-center">
            <Noted note="A tenth of the value stays with the house.">10%</Noted>
          </p>
        </Pressed>
      ),
    }),
  ],
};
