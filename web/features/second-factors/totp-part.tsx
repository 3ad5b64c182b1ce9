import { Smartphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { encode } from "uqr";
import { useChange } from "#web/features/second-factors/use-change.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Field } from "#web/ui/forms/field.tsx";

interface Secret {
  readonly secret: string;
  readonly uri: string;
}
interface TotpPartProps {
  readonly isSetUp: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** A picture that authenticator apps read. Dark on light, as cameras expect. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-control"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join("")} fill="black" />
    </svg>
  );
}

function FirstCode({
  shown,
  onCodes,
  onEnd,
}: TotpPartProps & { readonly shown: Secret; readonly onEnd: () => void }) {
  const [code, setCode] = useState("");
  const confirming = useChange(
    (sent: string) => command("POST /me/totp", { body: { code: sent } }),
    (answer) => {
      onEnd();
      toast({ title: "Authenticator app added", description: "Its codes confirm your account from now on." });
      if ("recoveryCodes" in answer && answer.recoveryCodes !== null) onCodes(answer.recoveryCodes);
    },
  );
  const digits = code.replaceAll(/\D/g, "");
  const isReady = !confirming.isPending && digits.length === 6;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) confirming.mutate(digits);
  };
  return (
    <div className="flex flex-wrap items-start gap-6">
      <QrCode text={shown.uri} />
      <form noValidate onSubmit={submit} className="min-w-56 flex-1 space-y-4">
        <p className="text-muted text-sm">Scan this with your app, or type the key into it:</p>
        <p className="flex items-center gap-1 font-mono text-ink text-sm [overflow-wrap:anywhere]">
          {shown.secret} <CopyButton text={shown.secret} what="key" />
        </p>
        <Field
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            confirming.reset();
          }}
          error={confirming.error ? errorText(confirming.error, "Please try again.") : undefined}
        />
        <div className="flex flex-wrap gap-3">
          <ActionButton type="submit" variant="primary" isUnavailable={!isReady}>
            {confirming.isPending ? "Confirming..." : "Confirm"}
          </ActionButton>
          <Button variant="ghost" onClick={onEnd}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The player's authenticator app: a factor for when no passkey is at hand. */
export function TotpPart({ isSetUp, onCodes }: TotpPartProps) {
  const [shown, setShown] = useState<Secret | null>(null);
  const beginning = useChange(
    () => call("POST /me/totp", { body: {} }),
    (answer) => "uri" in answer && setShown(answer),
  );
  const removing = useChange(
    () => call("DELETE /me/totp"),
    () => toast({ title: "App removed", description: "Its codes no longer confirm your account." }),
  );
  const error = beginning.error ?? removing.error;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 font-semibold text-ink">
          Authenticator app {isSetUp && <Badge tone="gain">Set up</Badge>}
        </h3>
        {isSetUp && (
          <ActionButton
            size="sm"
            isUnavailable={removing.isPending}
            onClick={() => removing.mutate(undefined)}
          >
            Remove app
          </ActionButton>
        )}
        {!isSetUp && shown === null && (
          <ActionButton
            size="sm"
            isUnavailable={beginning.isPending}
            onClick={() => beginning.mutate(undefined)}
          >
            <Smartphone className="size-4" aria-hidden="true" />
            Set up app
          </ActionButton>
        )}
      </div>
      {error && (
        <p role="alert" className="text-loss text-sm">
          {errorText(error, "Please try again.")}
        </p>
      )}
      {!isSetUp && shown === null && (
        <p className="text-muted text-sm">Shows six-digit codes, even offline.</p>
      )}
      {!isSetUp && shown !== null && (
        <FirstCode shown={shown} isSetUp={isSetUp} onCodes={onCodes} onEnd={() => setShown(null)} />
      )}
    </div>
  );
}
