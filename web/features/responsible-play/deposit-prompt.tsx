import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

const KEY = "florin.deposit-limit-prompt";

/** Offers a deposit limit until declined. Keeps its place while limits load, so that nothing below moves. */
export default function DepositPrompt() {
  const { data, isPending } = useQuery(responsiblePlayQuery);
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(KEY) !== null);
  const isLimited = data?.limits.some(({ kind, amount }) => kind === "deposit" && amount !== null) ?? true;
  if (isAnswered || (isLimited && !isPending)) return null;
  const decline = () => {
    localStorage.setItem(KEY, "no");
    setAnswered(true);
  };
  const question = (
    <Notice
      tone="info"
      title="Do you want to limit your deposits?"
      action={
        <div className="flex flex-wrap gap-2">
          <Link href="/responsible-gaming#limits" className={buttonClass({ size: "sm" })}>
            Set a limit
          </Link>
          <ActionButton size="sm" isUnavailable={false} onClick={decline}>
            No limit
          </ActionButton>
        </div>
      }
    >
      By day, week or month. Lower it at any time; raising it takes a day.
    </Notice>
  );
  return isPending ? <div className="invisible">{question}</div> : question;
}
