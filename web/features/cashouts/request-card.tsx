import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { CASHOUT_LEAST, CASHOUT_MOST, cashoutTermsOf } from "#domain/features/cashouts/rules.ts";
import {
  NEW_ADDRESS,
  NO_ADDRESS,
  REQUEST,
  REQUEST_FAILED,
  REQUESTED,
  REQUESTING,
  SELL_FIRST,
} from "#web/features/cashouts/messages.ts";
import { sendOne } from "#web/lib/api/commands/send.ts";
import { isSignInStale, signInAgain } from "#web/lib/api/fresh-sign-in.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { useLive } from "#web/lib/live/live.ts";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { Field } from "#web/ui/forms/field.tsx";

/** Asks for a cash-out once, even if answers are lost. */
function useRequest(onDone: () => void) {
  const live = useLive();
  const { username } = useUser();
  return useMutation({
    mutationFn: sendOne("POST /cashouts"),
    onSuccess: ({ position }) => {
      live.changed(["cashouts", "balance"], position);
      toast(REQUESTED);
      onDone();
    },
    onError: (error) => {
      if (isSignInStale(error)) return signInAgain(username);
      toastError(error, REQUEST_FAILED);
    },
  });
}

const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;
const ADDRESS = /^\S+@\S+\.\S+$/;

/** What is wrong with an amount; null if nothing. */
function faultOf(amount: string, has: bigint): string | null {
  const asked = AMOUNT.test(amount) ? readMoney(amount) : 0n;
  if (asked < CASHOUT_LEAST || asked > CASHOUT_MOST)
    return `Enter ${dollars(CASHOUT_LEAST)} to ${dollars(CASHOUT_MOST)}, with at most two decimals`;
  return asked > has ? `You have ${dollars(has)} to cash out` : null;
}

/** A cash-out's cost and net amount, before the request. */
function Terms({ amount, has }: { amount: string; has: bigint }) {
  const isAmount = faultOf(amount, has) === null;
  const { fees, netAmount } = cashoutTermsOf(isAmount ? readMoney(amount) : 0n);
  return (
    <div aria-live="polite" className="space-y-3 rounded-control bg-sunken p-4 text-sm">
      <dl className="grid grid-cols-2 gap-3">
        <div>
          <dt className="text-muted">Fees</dt>
          <dd className="font-semibold text-ink tabular-nums">{isAmount ? dollars(fees) : "–"}</dd>
        </div>
        <div>
          <dt className="text-muted">You receive</dt>
          <dd className="font-semibold text-gain tabular-nums">{isAmount ? dollars(netAmount) : "–"}</dd>
        </div>
      </dl>
      <p className="text-faint">2%, at least $0.25 and at most $20.00.</p>
    </div>
  );
}

/** Asks for an amount and an address, says what that costs, and requests the cash-out. */
export function RequestCard() {
  const has = readMoney(useUser().usdBalance);
  // A sign-in may come in between.
  const [amount, setAmount, forgetAmount] = useKeptText("cashout-amount");
  const [email, setEmail, forgetEmail] = useKeptText("cashout-address");
  const [isTried, setTried] = useState(false);
  const { mutate, isPending } = useRequest(() => {
    setAmount("");
    setEmail("");
    forgetAmount();
    forgetEmail();
    setTried(false);
  });
  const amountFault = faultOf(amount, has);
  const addressFault = ADDRESS.test(email.trim()) ? null : NO_ADDRESS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || amountFault !== null || addressFault !== null) return;
    mutate({ amount: Number(amount), currency: "usd", paypalEmail: email.trim() });
  };
  return (
    <Card>
      <CardHeader title={REQUEST} description={`${dollars(has)} available${has === 0n ? SELL_FIRST : ""}`} />
      <form noValidate onSubmit={submit} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Amount in USD"
            {...amountInput}
            placeholder="0.00"
            value={amount}
            disabled={isPending}
            error={isTried ? (amountFault ?? undefined) : undefined}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Field
            label="PayPal email address"
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            value={email}
            disabled={isPending}
            error={isTried ? (addressFault ?? undefined) : undefined}
            hint={NEW_ADDRESS}
            onChange={(event) => setEmail(event.target.value)}
          />
        </div>
        <Terms amount={amount} has={has} />
        <ActionButton type="submit" variant="primary" isUnavailable={isPending} className="w-full sm:w-auto">
          {isPending ? REQUESTING : REQUEST}
        </ActionButton>
      </form>
    </Card>
  );
}
