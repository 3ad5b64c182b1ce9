import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { command } from "#web/lib/api/commands/command.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { isSignInStale, signInAgain } from "#web/lib/api/fresh-sign-in.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { saveJson } from "#web/lib/page/save-file.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { Field } from "#web/ui/forms/field.tsx";

/** An act that needs a recent sign-in: the player is sent to sign in, and returns. */
function useOwnData<Input, Output>(
  send: (input: Input) => Promise<Output>,
  onSuccess: (output: Output) => void,
) {
  const { username } = useUser();
  return useMutation<Output, Error, Input>({
    mutationFn: send,
    onSuccess,
    onError: (error) => {
      if (isSignInStale(error)) return signInAgain(username);
      toastError(error, "That could not be done. Please try again.");
    },
  });
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const { username } = useUser();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const erase = useOwnData(
    (confirm: string) => command("POST /me/forget", { body: { confirm } }),
    () => leaveTo("/"),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (erase.isPending) return;
    const isTyped = typed.trim().toLowerCase() === username.toLowerCase();
    setFault(isTyped ? undefined : `Type ${username}`);
    if (isTyped) erase.mutate(typed.trim());
  };
  return (
    <Dialog
      onClose={onClose}
      title="Erase personal data"
      description="Your names, addresses, messages and settings are erased, and you are signed out everywhere. The ledger keeps your games under an anonymous id. This cannot be undone."
    >
      <form noValidate onSubmit={submit}>
        <Field
          label={`Type ${username} to confirm`}
          autoComplete="off"
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogAction type="submit" variant="destructive" isUnavailable={erase.isPending}>
          Erase
        </DialogAction>
      </form>
    </Dialog>
  );
}

/** The player's data: download and erasure. */
export default function OwnDataCard() {
  const [isErasing, setErasing] = useState(false);
  const { username } = useUser();
  const take = useOwnData(sendBody("POST /me/export"), (answer) =>
    saveJson(`florin-${username}.json`, answer),
  );
  return (
    <TitledCard
      id="own-data"
      title="Your data"
      description="Download everything we hold about you in one file, or have it erased once nothing of yours is pending."
    >
      <div className="flex flex-wrap gap-3">
        <ActionButton isUnavailable={take.isPending} onClick={() => take.mutate({})}>
          {take.isPending ? "Preparing..." : "Download"}
        </ActionButton>
        <ActionButton variant="destructive" isUnavailable={false} onClick={() => setErasing(true)}>
          Erase...
        </ActionButton>
      </div>
      {isErasing && <EraseDialog onClose={() => setErasing(false)} />}
    </TitledCard>
  );
}
