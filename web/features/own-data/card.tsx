import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { command } from "#web/lib/api/commands/command.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { isSignInStale, signInAgain } from "#web/lib/api/fresh-sign-in.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { saveJson } from "#web/lib/page/save-file.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { TypedDialog } from "#web/ui/dialogs/typed-dialog.tsx";

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
  const erase = useOwnData(
    (confirm: string) => command("POST /me/forget", { body: { confirm } }),
    () => leaveTo("/"),
  );
  return (
    <TypedDialog
      title="Erase personal data"
      description="Your names, addresses, messages and settings are erased, and you are signed out everywhere. The ledger keeps your games under an anonymous id. This cannot be undone."
      word={username}
      ignoresCase
      action="Erase"
      isPending={erase.isPending}
      onConfirm={(typed) => erase.mutate(typed)}
      onClose={onClose}
    />
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
