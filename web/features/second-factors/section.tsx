import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodesDialog } from "#web/features/second-factors/codes-dialog.tsx";
import { PasskeyList } from "#web/features/second-factors/passkey-list.tsx";
import { passkeysQuery, securityQuery } from "#web/features/second-factors/queries.ts";
import { TotpPart } from "#web/features/second-factors/totp-part.tsx";
import { useChange } from "#web/features/second-factors/use-change.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** Fewer than this are worth a warning. */
const FEW_CODES = 3;

interface CodesPartProps {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}

function CodesPart({ left, onCodes }: CodesPartProps) {
  const making = useChange(
    () => call("POST /me/recovery-codes", { body: {} }),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold text-ink">Recovery codes</h3>
        <ActionButton size="sm" isUnavailable={making.isPending} onClick={() => making.mutate(undefined)}>
          Make new codes
        </ActionButton>
      </div>
      <p className={left < FEW_CODES ? "text-sm text-warn" : "text-muted text-sm"}>
        {left === 1 ? "1 code is left." : `${left} codes are left.`} New codes replace the old ones.
      </p>
      {making.error && (
        <p role="alert" className="text-loss text-sm">
          {errorText(making.error, "Please try again.")}
        </p>
      )}
    </div>
  );
}

/** The player's factors for calls that can change or empty the account. */
export default function SecuritySection() {
  const security = useQuery(securityQuery);
  const passkeys = useQuery(passkeysQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const error = security.error ?? passkeys.error;
  const isLoaded = security.data !== undefined && passkeys.data !== undefined;
  const retry = () => void Promise.all([security.refetch(), passkeys.refetch()]);
  return (
    <Card aria-labelledby="security-title" id="security">
      <CardHeader
        id="security-title"
        title="Security"
        description="Actions that can change or empty your account ask for one of these, even while you are signed in."
      />
      {!isLoaded && error && <LoadError error={error} what="Your security" onRetry={retry} />}
      {!isLoaded && !error && <SkeletonRows rows={3} className="h-31 sm:h-24" />}
      {isLoaded && (
        <div className="space-y-6 pt-2 [&>*+*]:border-line [&>*+*]:border-t [&>*+*]:pt-6">
          {security.data.isFactorRequired && (
            <Notice tone="warn" title="Admins need a second factor here">
              Add a passkey, preferably two, or an authenticator app. The console is closed until then.
            </Notice>
          )}
          <PasskeyList passkeys={passkeys.data} onCodes={setCodes} />
          <TotpPart isSetUp={security.data.hasTotp} onCodes={setCodes} />
          {(security.data.hasTotp || security.data.passkeys > 0) && (
            <CodesPart left={security.data.recoveryCodesLeft} onCodes={setCodes} />
          )}
        </div>
      )}
      {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}
