import { type FormEvent, useState } from "react";
import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import { AGE_MIN, type AgeGate } from "#domain/features/responsible-play/rules.ts";
import { useAgeCheck, usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { Field } from "#web/ui/forms/field.tsx";

/** What each strength of the gate asks for, in words. */
const WORDS = {
  consent: `You have to be at least ${AGE_MIN} to play.`,
  birthdate: "Your date of birth is used only to check your age and is not stored.",
  provider: "A verification service checks your age on its own page. We only learn the result.",
} as const satisfies Record<AgeGate, string>;

type Faults = { readonly birthDate?: string; readonly consent?: string };
const faultsOf = (gate: AgeGate, birthDate: string, isConfirmed: boolean): Faults => ({
  ...(gate === "birthdate" && birthDate === "" && { birthDate: "Give your date of birth" }),
  ...(!isConfirmed && { consent: "Confirm this sentence" }),
});

function AgeForm({ gate }: { gate: AgeGate }) {
  const [birthDate, setBirthDate] = useState("");
  const [isConfirmed, setConfirmed] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const confirm = usePlayCommand(sendBody("POST /responsible-play/age"), (answer) =>
    answer.isConfirmed ? "Your age is confirmed" : null,
  );
  const begin = useAgeCheck();
  // The browser leaves for the service once it knows the address.
  const isPending = confirm.isPending || begin.isPending || begin.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(gate, birthDate, isConfirmed);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    if (gate === "provider") begin.mutate();
    else confirm.mutate({ confirm: true, ...(gate === "birthdate" && { birthDate }) });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {gate === "birthdate" && (
        <Field
          label="Date of birth"
          type="date"
          autoComplete="bday"
          error={faults.birthDate}
          value={birthDate}
          onChange={(event) => setBirthDate(event.target.value)}
        />
      )}
      <div>
        <label className="flex min-h-11 items-start gap-3 py-2 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={isConfirmed}
            aria-invalid={faults.consent !== undefined}
            aria-describedby={faults.consent === undefined ? undefined : "age-consent-fault"}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
          {AGE_TEXT.text}
        </label>
        {faults.consent !== undefined && (
          <p id="age-consent-fault" role="alert" className="text-loss text-sm">
            {faults.consent}
          </p>
        )}
      </div>
      <DialogAction type="submit" isUnavailable={isPending}>
        {gate === "provider" ? "Go to the verification service" : "Confirm age"}
      </DialogAction>
    </form>
  );
}

interface AgeDialogProps {
  /** How the age has to be shown. */
  readonly gate: AgeGate;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for proof of age, as strict as the site's setting. Closing it lets the player look around. */
export function AgeDialog({ gate, isOpen, onClose }: AgeDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title="Confirm your age" description={WORDS[gate]}>
      <AgeForm gate={gate} />
    </Dialog>
  );
}
