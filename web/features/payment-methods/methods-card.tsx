import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  addPaymentMethodSchema,
  PAYMENT_METHODS_MAX,
  type PaymentMethodShown,
  problemOfDetails,
} from "#domain/features/payment-methods/contract.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { paymentMethodsQuery } from "#web/features/payment-methods/queries.ts";
import { call, errorText, isUnauthorized } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Select } from "#web/ui/choice.tsx";
import { Dialog, DialogEnd } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

type Method = PaymentMethodShown["method"];
const FAILED = "The payment method was not saved. Please try again.";

/** The fields of each method; a card is entered at the provider when it is used. */
const FIELDS = {
  paypal: [{ name: "paypalEmail", label: "PayPal email address", type: "email" }],
  cashapp: [{ name: "cashappTag", label: "$Cashtag", type: "text" }],
  stripe: [],
  crypto: [
    { name: "cryptoCurrency", label: "Currency, such as BTC", type: "text" },
    { name: "cryptoWallet", label: "Address of the wallet", type: "text" },
  ],
} as const satisfies Readonly<Record<Method, readonly { name: string; label: string; type: string }[]>>;

/** What a method says beside its name. */
const detailOf = ({ method, paypalEmail, cashappTag, cryptoWallet, cryptoCurrency }: PaymentMethodShown) =>
  paypalEmail ??
  cashappTag ??
  (cryptoWallet === null
    ? method === "stripe"
      ? "The card is entered when you pay"
      : ""
    : `${cryptoCurrency} ${cryptoWallet}`);

function useChange<I>(send: (input: I) => Promise<unknown>, done: string, onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
      toast({ title: "Saved", description: done });
      onDone?.();
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, FAILED), variant: "destructive" });
    },
  });
}

/** What is wrong with a form, by field. */
function faultsOf(method: Method, values: Readonly<Record<string, string>>) {
  const given = Object.fromEntries(FIELDS[method].map(({ name }) => [name, values[name] || undefined]));
  const read = addPaymentMethodSchema.safeParse({ method, ...given });
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) faults[String(path[0])] ??= message;
  const missing = read.success ? problemOfDetails(method, read.data) : null;
  if (missing !== null) faults[missing.split(":")[0] ?? ""] = "Required";
  return read.success && missing === null ? { body: read.data } : { faults };
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const [method, setMethod] = useState<Method>("paypal");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending } = useChange(
    (body: Parameters<typeof call<"POST /shop/payment-methods">>[1]["body"]) =>
      call("POST /shop/payment-methods", { body }),
    "The payment method is in your list.",
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = faultsOf(method, values);
    setFaults(read.faults ?? {});
    if (read.body !== undefined && !isPending) mutate(read.body);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a payment method"
      description="Only you see it. It is kept encrypted."
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <Select
          label="Method"
          options={METHOD_LABELS}
          value={method}
          disabled={isPending}
          onChange={(next) => {
            setMethod(next);
            setFaults({});
          }}
        />
        {FIELDS[method].map(({ name, label, type }) => (
          <Field
            key={name}
            label={label}
            type={type}
            autoComplete="off"
            value={values[name] ?? ""}
            disabled={isPending}
            error={faults[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
        {FIELDS[method].length === 0 && (
          <p className="text-muted text-sm">The card is entered at the provider each time you pay.</p>
        )}
        <DialogEnd>
          <ActionButton type="submit" variant="primary" isUnavailable={isPending} className="w-full">
            {isPending ? "Adding..." : "Add method"}
          </ActionButton>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function MethodRow({ method }: { readonly method: PaymentMethodShown }) {
  const { id, isDefault, isVerified } = method;
  const params = { id };
  const preferring = useChange(
    () => call("PATCH /shop/payment-methods/{id}", { params, body: { isDefault: true } }),
    "This is your default now.",
  );
  const removing = useChange(
    () => call("DELETE /shop/payment-methods/{id}", { params }),
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

/** How the player likes to pay and to be paid, in the settings. */
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
    <Card aria-labelledby="payment-methods">
      <CardHeader
        id="payment-methods"
        title="Payment methods"
        description="The default is offered first when you buy."
        actions={data && data.length > 0 ? add : undefined}
      />
      {!data && error && (
        <LoadError error={error} what="Your payment methods" onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonRows rows={2} className="h-14" />}
      {data?.length === 0 && <EmptyState icon={CreditCard} text="No payment method yet." action={add} />}
      {data && data.length > 0 && (
        <ul aria-label="Payment methods" className="divide-y divide-line">
          {data.map((method) => (
            <MethodRow key={method.id} method={method} />
          ))}
        </ul>
      )}
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}
