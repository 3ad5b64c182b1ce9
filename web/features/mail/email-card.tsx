import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { Email } from "#domain/features/mail/contract.ts";
import { call, errorText } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const CONFIRM = /^#confirm-email=([\w-]{43})$/;

/** The token of a mailed link, or null. Removed from the address, so that it is neither sent on nor reused. */
function takeToken(): string | null {
  const token = CONFIRM.exec(window.location.hash)?.[1] ?? null;
  if (token !== null) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
  }
  return token;
}

/** The player's email address, and whether mails go there. */
const emailQuery = apiQuery("GET /me/email");

/** Caches the address of an answer. */
function useTold() {
  const queryClient = useQueryClient();
  return (email: Email) => queryClient.setQueryData(emailQuery.queryKey, email);
}

/** Uses a mailed link once, when it opens the page. */
function useConfirmation() {
  const tell = useTold();
  const confirmation = useMutation({
    mutationFn: (token: string) => call("POST /me/email/verify", { body: { token } }),
    onSuccess: (email) => {
      tell(email);
      toast({ title: "Address confirmed", description: `Mails go to ${email.deliversTo} from now on.` });
    },
  });
  const { mutate } = confirmation;
  useEffect(() => {
    const token = takeToken();
    if (token !== null) mutate(token);
  }, [mutate]);
  return confirmation;
}

function State({ email, isVerified, isRefused, deliversTo }: Email) {
  if (email === null)
    return (
      <p className="text-muted text-sm">No address yet. Purchases and cash-outs need a confirmed one.</p>
    );
  if (isVerified)
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink [overflow-wrap:anywhere]">
        {email} <Badge tone="gain">Confirmed</Badge>
      </p>
    );
  if (isRefused)
    return (
      <Notice tone="bad" role="status" title={`Mail to ${email} bounced`}>
        No more mail is sent there. Enter another address, or enter this one again and open the link we send.
      </Notice>
    );
  return (
    <Notice tone="info" role="status" title={`Confirm ${email}`}>
      Open the link we sent there. It works for 24 hours.
      {deliversTo !== null && ` Until then mail goes to ${deliversTo}.`}
    </Notice>
  );
}

function AddressForm({ email }: { readonly email: Email }) {
  const [address, setAddress] = useState("");
  const tell = useTold();
  const sending = useMutation({
    mutationFn: (asked: string) => call("PUT /me/email", { body: { email: asked } }),
    onSuccess: (told) => {
      tell(told);
      setAddress("");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending && address.trim() !== "") sending.mutate(address);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label={email.email === null ? "Email address" : "Another address"}
        type="email"
        autoComplete="email"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          sending.reset();
        }}
        error={
          sending.error ? errorText(sending.error, "The link was not sent. Please try again.") : undefined
        }
        className="min-w-56 flex-1"
      />
      <ActionButton
        type="submit"
        isUnavailable={sending.isPending || address.trim() === ""}
        className="sm:mt-6.5"
      >
        <Mail className="size-4" aria-hidden="true" />
        {sending.isPending ? "Sending..." : "Send link"}
      </ActionButton>
    </form>
  );
}

/** Where the player gets mail, and how to change it. */
export default function EmailCard() {
  const { data, error, refetch } = useQuery(emailQuery);
  const confirmation = useConfirmation();
  return (
    <TitledCard
      id="email-title"
      title="Email"
      description="For receipts, sales and account changes. Nobody else sees it."
    >
      {confirmation.error && (
        <Notice tone="bad" role="alert" title="Address not confirmed" className="mb-4">
          {errorText(confirmation.error, "Please open the link again.")}
        </Notice>
      )}
      {!data && <Unloaded {...{ error, refetch }} what="Your address" rows={1} className="h-52 sm:h-28" />}
      {data && (
        <div className="space-y-4">
          <State {...data} />
          <AddressForm email={data} />
        </div>
      )}
    </TitledCard>
  );
}
