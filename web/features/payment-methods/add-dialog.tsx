import { type FormEvent, useState } from "react";
import {
  addPaymentMethodSchema,
  type PaymentMethodShown,
  problemOfDetails,
} from "#domain/features/payment-methods/contract.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { useChange } from "#web/features/payment-methods/use-change.ts";
import { sendOne } from "#web/lib/api/commands/send.ts";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";

type Method = PaymentMethodShown["method"];

/** The fields of each method; a card is entered at the provider when it is used. */
const FIELDS = {
  paypal: [{ name: "paypalEmail", label: "PayPal email address", type: "email" }],
  cashapp: [{ name: "cashappTag", label: "$Cashtag", type: "text" }],
  stripe: [],
  crypto: [
    { name: "cryptoCurrency", label: "Currency, such as BTC", type: "text" },
    { name: "cryptoWallet", label: "Wallet address", type: "text" },
  ],
} as const satisfies Readonly<Record<Method, readonly { name: string; label: string; type: string }[]>>;

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

/** Asks for a new payment method. */
export default function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const [method, setMethod] = useState<Method>("paypal");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending } = useChange(
    sendOne("POST /shop/payment-methods"),
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
      onClose={onClose}
      title="Add a payment method"
      description="Only you can see it. It is stored encrypted."
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
          <p className="text-muted text-sm">You enter the card at the provider each time you pay.</p>
        )}
        <DialogAction type="submit" isUnavailable={isPending}>
          {isPending ? "Adding..." : "Add method"}
        </DialogAction>
      </form>
    </Dialog>
  );
}
