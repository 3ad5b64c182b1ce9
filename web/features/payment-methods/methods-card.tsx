import { useQuery } from "@tanstack/react-query";
import { CreditCard, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { PaymentMethodShown } from "#domain/features/payment-methods/contract.ts";
import { PAYMENT_METHODS_MAX } from "#domain/features/payment-methods/rules.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { paymentMethodsQuery } from "#web/features/payment-methods/queries.ts";
import { useChange } from "#web/features/payment-methods/use-change.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const AddDialog = lazy(() => import("#web/features/payment-methods/add-dialog.tsx"));

/** What a method says beside its name. */
const detailOf = ({ method, paypalEmail, cashappTag, cryptoWallet, cryptoCurrency }: PaymentMethodShown) =>
  paypalEmail ??
  cashappTag ??
  (cryptoWallet === null
    ? method === "stripe"
      ? "The card is entered when you pay"
      : ""
    : `${cryptoCurrency} ${cryptoWallet}`);

function MethodRow({ method }: { readonly method: PaymentMethodShown }) {
  const { id, isDefault, isVerified } = method;
  const params = { id };
  const preferring = useChange(
    () => command("PATCH /shop/payment-methods/{id}", { params, body: { isDefault: true } }),
    "This is your default now.",
  );
  const removing = useChange(
    () => command("DELETE /shop/payment-methods/{id}", { params }),
    "The payment method is removed.",
  );
  const isBusy = preferring.isPending || removing.isPending;
  const label = METHOD_LABELS[method.method];
  const detail = detailOf(method);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-2 text-ink">
          {label}
          {isDefault && <Badge tone="accent">Default</Badge>}
          {isVerified && <Badge tone="gain">Confirmed</Badge>}
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{detail}</p>
      </div>
      <div className="flex gap-2">
        {!isDefault && (
          <ActionButton
            size="sm"
            isUnavailable={isBusy}
            aria-label={`Make ${label} ${detail} the default`}
            onClick={() => preferring.mutate(undefined)}
          >
            Make default
          </ActionButton>
        )}
        <ActionButton
          size="sm"
          variant="ghost"
          isUnavailable={isBusy}
          aria-label={`Remove ${label} ${detail}`}
          onClick={() => removing.mutate(undefined)}
        >
          Remove
        </ActionButton>
      </div>
    </li>
  );
}

/** The player's payment methods, in the settings. */
export default function MethodsCard() {
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(paymentMethodsQuery);
  const add = (
    <Button size="sm" disabled={(data?.length ?? 0) >= PAYMENT_METHODS_MAX} onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden="true" />
      Add method
    </Button>
  );
  return (
    <TitledCard
      id="payment-methods"
      title="Payment methods"
      description="The default is offered first when you buy."
      actions={data && data.length > 0 ? add : undefined}
    >
      {!data && (
        <Unloaded {...{ error, refetch }} what="Your payment methods" rows={2} className="h-24 sm:h-14" />
      )}
      {data?.length === 0 && <EmptyState icon={CreditCard} text="No payment method yet." action={add} />}
      {data && data.length > 0 && (
        <ul aria-label="Payment methods" className="divide-y divide-line">
          {data.map((method) => (
            <MethodRow key={method.id} method={method} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>{isAdding && <AddDialog onClose={() => setAdding(false)} />}</Suspense>
    </TitledCard>
  );
}
