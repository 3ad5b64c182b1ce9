import { type FormEvent, useState } from "react";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { Field } from "#web/ui/forms/field.tsx";

interface TypedDialogProps {
  readonly title: string;
  readonly description: string;
  /** What has to be typed. */
  readonly word: string;
  /** Whether upper and lower case are the same. */
  readonly ignoresCase?: boolean;
  readonly action: string;
  readonly isPending: boolean;
  /** Called with what was typed, without surrounding spaces. */
  readonly onConfirm: (typed: string) => void;
  readonly onClose: () => void;
}

/** Asks to confirm what cannot be undone by typing a word. */
export function TypedDialog(props: TypedDialogProps) {
  const { title, description, word, ignoresCase = false, action, isPending, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const given = typed.trim();
    const isTyped = ignoresCase ? given.toLowerCase() === word.toLowerCase() : given === word;
    setFault(isTyped ? undefined : `Type ${word}`);
    if (isTyped) onConfirm(given);
  };
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <form noValidate onSubmit={submit}>
        <Field
          label={`Type ${word} to confirm`}
          autoComplete="off"
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogAction type="submit" variant="destructive" isUnavailable={isPending}>
          {action}
        </DialogAction>
      </form>
    </Dialog>
  );
}
