import { KeyRound, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Passkey } from "#domain/features/second-factors/contract.ts";
import { addPasskey, canUsePasskeys, passkeyTrouble } from "#web/features/second-factors/browser.ts";
import { useChange } from "#web/features/second-factors/use-change.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

const NAME_CHARS_MAX = 40;

function PasskeyRow({ id, name, createdAt, lastUsedAt, isSynced }: Passkey) {
  const removing = useChange(
    () => call("DELETE /me/passkeys/{id}", { params: { id } }),
    () => toast({ title: "Passkey removed", description: `${name} no longer confirms your account.` }),
  );
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-line border-t py-4 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <KeyRound className="size-6 text-muted" aria-hidden="true" />
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold text-ink [overflow-wrap:anywhere]">
          <span id={`passkey-${id}`}>{name}</span>
          {isSynced && <Badge>Synced</Badge>}
        </p>
        <p className="text-muted text-sm">
          {lastUsedAt === null ? "Not used yet" : `Last used ${dateAndTime(lastUsedAt)}`}
        </p>
        <p className="text-faint text-sm">Added {dateAndTime(createdAt)}</p>
        {removing.error && (
          <p role="alert" className="text-loss text-sm">
            {errorText(removing.error, "Not removed. Please try again.")}
          </p>
        )}
      </div>
      <ActionButton
        size="sm"
        isUnavailable={removing.isPending}
        onClick={() => removing.mutate(undefined)}
        aria-describedby={`passkey-${id}`}
        className="col-start-2 justify-self-start sm:col-start-3"
      >
        <Trash2 className="size-4" aria-hidden="true" />
        Remove
      </ActionButton>
    </li>
  );
}

function AddPasskey({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [name, setName] = useState("");
  const adding = useChange(addPasskey, ({ recoveryCodes }) => {
    setName("");
    toast({ title: "Passkey added", description: "It confirms your account from now on." });
    if (recoveryCodes !== null) onCodes(recoveryCodes);
  });
  const isReady = !adding.isPending && name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) adding.mutate(name.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label="Name of a new passkey"
        placeholder="Such as My phone"
        autoComplete="off"
        maxLength={NAME_CHARS_MAX}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          adding.reset();
        }}
        error={adding.error ? passkeyTrouble(adding.error) : undefined}
        className="min-w-56 flex-1"
      />
      <ActionButton type="submit" isUnavailable={!isReady} className="sm:mt-6.5">
        <KeyRound className="size-4" aria-hidden="true" />
        {adding.isPending ? "Waiting..." : "Add passkey"}
      </ActionButton>
    </form>
  );
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The player's passkeys, and how to add one. */
export function PasskeyList({ passkeys, onCodes }: PasskeyListProps) {
  return (
    <div className="space-y-4">
      <h3 className="font-semibold text-ink">Passkeys</h3>
      {passkeys.length > 0 ? (
        <ul aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...passkey} />
          ))}
        </ul>
      ) : (
        <p className="text-muted text-sm">
          No passkeys yet. A passkey stays on your device and cannot be guessed or phished.
        </p>
      )}
      {canUsePasskeys() ? (
        <AddPasskey onCodes={onCodes} />
      ) : (
        <Notice tone="info">This browser does not support passkeys. Use an authenticator app instead.</Notice>
      )}
    </div>
  );
}
