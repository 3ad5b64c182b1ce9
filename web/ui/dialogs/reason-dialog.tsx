import { type FormEvent, type ReactNode, useState } from "react";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { inputClass, LabelledInput, TextArea } from "#web/ui/forms/field.tsx";

/** The bounds of a reason or note, as in the API. */
export const REASON_CHARS_MAX = 1_000;
const NO_REASON = "Write a few words";

export interface ReasonDialogProps {
  /** The storage key of the text while it is being written. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The label of the text. */
  readonly label: string;
  readonly hint?: string;
  /** Texts to begin with. */
  readonly canned?: readonly string[];
  readonly isOptional?: boolean;
  /** Additional fields. */
  readonly children?: ReactNode;
  readonly action: string;
  readonly variant?: "primary" | "destructive";
  readonly isPending: boolean;
  readonly onClose: () => void;
  /** Sends it; `onTaken` drops the kept text and closes the dialog. */
  readonly onSend: (text: string, onTaken: () => void) => void;
}

function CannedTexts({ texts, onChoose }: { texts: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <LabelledInput label="Common reasons">
      {(ties) => (
        <select
          {...ties}
          defaultValue=""
          onChange={(event) => event.target.value !== "" && onChoose(event.target.value)}
          className={inputClass}
        >
          <option value="">Choose one to begin with</option>
          {texts.map((text) => (
            <option key={text} value={text}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledInput>
  );
}

/** Asks for the words that an action needs, and sends it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { name, title, description, label, hint, canned, isOptional = false, children, isPending } = props;
  const [text, setText, forget] = useKeptText(name);
  const [fault, setFault] = useState<string>();
  const change = (next: string) => {
    setText(next);
    setFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (!isOptional && text.trim() === "") return setFault(NO_REASON);
    props.onSend(text.trim(), () => {
      forget();
      props.onClose();
    });
  };
  return (
    <Dialog onClose={props.onClose} title={title} description={description}>
      <form noValidate onSubmit={submit} className="space-y-5">
        {children}
        {canned && <CannedTexts texts={canned} onChoose={change} />}
        <TextArea
          label={label}
          hint={hint}
          value={text}
          error={fault}
          maxLength={REASON_CHARS_MAX}
          disabled={isPending}
          onChange={(event) => change(event.target.value)}
        />
        <DialogAction type="submit" variant={props.variant ?? "primary"} isUnavailable={isPending}>
          {isPending ? "Working..." : props.action}
        </DialogAction>
      </form>
    </Dialog>
  );
}
