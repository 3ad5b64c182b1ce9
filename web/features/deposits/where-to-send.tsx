import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { DepositType } from "#domain/features/deposits/rules.ts";
import { type Contacts, contactsQuery } from "#web/features/contacts/queries.ts";
import { SupportContact } from "#web/features/contacts/support-contact.tsx";
import { ITEMS_CLOSED, TYPES } from "#web/features/deposits/messages.ts";
import { useUser } from "#web/lib/api/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Account = NonNullable<Contacts["deposits"]>;

/** The platform's account that receives trades; undefined while that is asked for, null while there is none. */
export const useDepositAccount = (): Account | null | undefined => useQuery(contactsQuery).data?.deposits;

/** The account that receives trades, to copy and to open. */
export function DepositAccount({ account: { name, url } }: { account: Account }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <strong className="font-semibold text-ink">{name}</strong>
      <CopyButton text={name} what="the account's name" className="-my-2" />
      {url !== null && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          Open on Roblox
          <span className="sr-only"> (opens in a new tab)</span>
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      )}
    </span>
  );
}

function stepsFor(type: DepositType, account: Account, username: string): readonly ReactNode[] {
  if (type === "roblox_limited") {
    return [
      <>
        On Roblox, start a trade with <DepositAccount key="to" account={account} />
      </>,
      "Offer exactly the items of this request, and ask for nothing in return.",
      "Send the trade, then paste its link below.",
      "Submit. An admin accepts the trade and credits the items; you are notified here.",
    ];
  }
  return [
    "Enter the amount and submit this request.",
    <>
      Send exactly that amount of {TYPES[type]} from your account {username} to{" "}
      <DepositAccount key="to" account={account} />
    </>,
    "An admin checks that it arrived and credits it; you are notified here.",
  ];
}

/** Whom to send a deposit of a type to, step by step; or why that cannot be done at the moment. */
export function WhereToSend({ type }: { type: DepositType }) {
  const { username } = useUser();
  const account = useDepositAccount();
  if (account === undefined) return null;
  if (account === null) {
    return type === "roblox_limited" ? (
      <Notice tone="warn" title={ITEMS_CLOSED.title}>
        {ITEMS_CLOSED.text}
      </Notice>
    ) : (
      <Notice tone="info" title="Ask where to send it">
        <SupportContact /> tells you the account to send {TYPES[type]} to.
      </Notice>
    );
  }
  return (
    <ol
      aria-label="How to deposit"
      className="list-decimal space-y-2 rounded-control border border-line bg-sunken py-3 pr-4 pl-9 text-muted text-sm marker:font-semibold marker:text-ink"
    >
      {stepsFor(type, account, username).map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps stand still
        <li key={at}>{step}</li>
      ))}
    </ol>
  );
}
