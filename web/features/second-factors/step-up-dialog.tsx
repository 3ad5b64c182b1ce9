import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Security } from "#domain/features/second-factors/contract.ts";
import { canUsePasskeys, confirmByPasskey, passkeyTrouble } from "#web/features/second-factors/browser.ts";
import { securityQuery } from "#web/features/second-factors/queries.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

type Way = "passkey" | "code" | "recoveryCode";

const LABELS: Readonly<Record<Way, string>> = {
  passkey: "Use a passkey",
  code: "Use a code from your app",
  recoveryCode: "Use a recovery code",
};

function waysOf({ passkeys, hasTotp, recoveryCodesLeft }: Security): readonly Way[] {
  return [
    ...(passkeys > 0 && canUsePasskeys() ? (["passkey"] as const) : []),
    ...(hasTotp ? (["code"] as const) : []),
    ...(recoveryCodesLeft > 0 ? (["recoveryCode"] as const) : []),
  ];
}

interface WayProps {
  readonly onDone: () => void;
}

function ByPasskey({ onDone }: WayProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: confirmByPasskey, onSuccess: onDone });
  return (
    <div className="space-y-4">
      {error && (
        <Notice tone="bad" role="alert" title="Not confirmed">
          {passkeyTrouble(error)}
        </Notice>
      )}
      <ActionButton
        variant="primary"
        size="lg"
        autoFocus
        isUnavailable={isPending}
        onClick={() => mutate()}
        className="w-full"
      >
        <KeyRound className="size-5" aria-hidden="true" />
        {isPending ? "Waiting for your passkey..." : "Use your passkey"}
      </ActionButton>
    </div>
  );
}

function ByCode({ way, onDone }: WayProps & { readonly way: "code" | "recoveryCode" }) {
  const [text, setText] = useState("");
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (sent: string) =>
      call("POST /me/step-up", { body: way === "code" ? { code: sent } : { recoveryCode: sent } }),
    onSuccess: onDone,
  });
  const entered = way === "code" ? text.replaceAll(/\D/g, "") : text.trim();
  const isReady = !isPending && (way === "code" ? entered.length === 6 : entered !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate(entered);
  };
  const isApp = way === "code";
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field
        label={isApp ? "Code from your app" : "Recovery code"}
        hint={isApp ? "Six digits, which change every 30 seconds." : "Each works once."}
        error={error ? errorText(error, "Please try again.") : undefined}
        inputMode={isApp ? "numeric" : "text"}
        autoComplete={isApp ? "one-time-code" : "off"}
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          reset();
        }}
      />
      <ActionButton type="submit" variant="primary" size="lg" isUnavailable={!isReady} className="w-full">
        {isPending ? "Confirming..." : "Confirm"}
      </ActionButton>
    </form>
  );
}

function Ways({ security, onDone }: WayProps & { readonly security: Security }) {
  const ways = waysOf(security);
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? ways[0];
  if (way === undefined)
    return (
      <Notice tone="warn" title="No way to confirm here">
        Use a browser that has your passkeys, or write to support.
      </Notice>
    );
  return (
    <div className="space-y-5">
      {way === "passkey" ? <ByPasskey onDone={onDone} /> : <ByCode key={way} way={way} onDone={onDone} />}
      {ways.length > 1 && (
        <div className="flex flex-wrap gap-2 border-line border-t pt-4">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} size="sm" variant="ghost" onClick={() => setChosen(other)}>
                {LABELS[other]}
              </Button>
            ))}
        </div>
      )}
    </div>
  );
}

/** Asks the player to confirm who they are. */
export default function StepUpDialog({ onEnd }: { readonly onEnd: (confirmed: boolean) => void }) {
  const { data, error, refetch } = useQuery(securityQuery);
  return (
    <Dialog
      onClose={() => onEnd(false)}
      title="Confirm that it is you"
      description="This can change or empty your account. You are asked again after 15 minutes."
    >
      {!data && <Unloaded {...{ error, refetch }} what="Your factors" rows={1} className="h-13" />}
      {data && <Ways security={data} onDone={() => onEnd(true)} />}
    </Dialog>
  );
}
