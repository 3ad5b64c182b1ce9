import { useState } from "react";
import { blockText, removeText } from "#web/features/friendships/messages.ts";
import { useBlock, useUnfriend } from "#web/features/friendships/use-friend-act.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

interface PartButtonProps {
  readonly id: string;
  readonly name: string;
}

interface ConfirmProps {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks once more before it does something. */
function Confirmed({ label, title, text, confirm, isPending, onConfirm }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)} aria-label={title}>
        {label}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`${title}?`} description={text}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Keep</Button>
          <Button
            variant="destructive"
            disabled={isPending}
            onClick={() => {
              setOpen(false);
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Ends a friendship, once it is confirmed. */
export function RemoveFriend({ id, name }: PartButtonProps) {
  const { mutate, isPending } = useUnfriend();
  const words = {
    label: "Remove",
    title: `Remove ${name}`,
    text: removeText(name),
    confirm: "Remove friend",
  };
  return <Confirmed {...words} isPending={isPending} onConfirm={() => mutate(id)} />;
}

/** Blocks a player, once it is confirmed. */
export function BlockPlayer({ id, name }: PartButtonProps) {
  const { mutate, isPending } = useBlock();
  const words = { label: "Block", title: `Block ${name}`, text: blockText(name), confirm: "Block player" };
  return <Confirmed {...words} isPending={isPending} onConfirm={() => mutate(id)} />;
}
