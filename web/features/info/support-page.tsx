import { useQuery } from "@tanstack/react-query";
import { BookOpenCheck, CircleAlert, Coins, KeyRound, PlugZap, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { contactsQuery } from "#web/features/contacts/queries.ts";
import { SupportContact } from "#web/features/contacts/support-contact.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { Card } from "#web/ui/card.tsx";

const HEADING = {
  title: "Support",
  description: "Most questions can be settled by looking: every bet, balance and result here can be checked.",
};

const linkClass = "text-accent underline underline-offset-4";

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={linkClass}>
      {children}
    </Link>
  );
}

/** The test is for visitors; a signed-in player has no such page. */
function SignInTest() {
  const isVisitor = useSession().status === "signed-out";
  return isVisitor ? <To href="/oauth-test">sign-in test</To> : <>sign-in test, open to visitors,</>;
}

const TOPICS: readonly { icon: typeof Coins; title: string; text: ReactNode }[] = [
  {
    icon: BookOpenCheck,
    title: "I doubt a result",
    text: (
      <>
        Open the flip in your <To href="/history">history</To> and press Verify. If its seed is still in use,
        rotate your pair on the <To href="/fairness">fairness page</To> first: that reveals it. Anyone you
        send the link of a proof to can check it without an account.
      </>
    ),
  },
  {
    icon: PlugZap,
    title: "The connection broke during a flip",
    text: (
      <>
        A bet is either written to the ledger or it never happened. Your <To href="/history">history</To>{" "}
        shows which. If the site asks you to send the same bet again, do so: it carries the same key and
        cannot be taken twice.
      </>
    ),
  },
  {
    icon: ScrollText,
    title: "My balance is not what I expect",
    text: (
      <>
        Every movement on your account is listed under your entries in the{" "}
        <To href="/ledger?view=entries">ledger</To>, with the balance after it. Each has a receipt that proves
        it, even outside this site.
      </>
    ),
  },
  {
    icon: KeyRound,
    title: "I cannot sign in",
    text: (
      <>
        Sign-in is through your Roblox account only; we never see its password. A sign-in code works once,
        within ten minutes. The <SignInTest /> shows what the platform answered.
      </>
    ),
  },
  {
    icon: CircleAlert,
    title: "I was shown an error",
    text: "A refused request never changes your balance. Every answer from the server carries a request id that leads the operator to its log entry, so you need not describe what you did.",
  },
  {
    icon: Coins,
    title: "How is a pay-out worked out?",
    text: (
      <>
        <To href="/game-info">Game Info</To> lists stake, edge and pay-out for common stakes, and what each
        level takes. The figures come from the code that settles the games.
      </>
    ),
  },
];

const WHAT_HELPS = [
  "the link of the game's proof, or its position in the ledger",
  "the request id, if an error showed one",
  "the time, with your time zone",
  "what you expected, and what you saw instead",
] as const;

/** Whom to write to, where the operator names somebody. */
function Reach() {
  const { data } = useQuery(contactsQuery);
  return (
    <p className="mt-1 text-muted text-sm">
      {data?.support && (
        <>
          Write to <SupportContact />.{" "}
        </>
      )}
      To follow up a report, the operator needs:
    </p>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Where to find help, by what happened. */
export default function SupportPage() {
  return (
    <>
      <PageHeading {...HEADING} />
      <ul className="grid gap-4 md:grid-cols-2 lg:gap-6">
        {TOPICS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex">
            <Card className="grow">
              <Icon className="size-6 text-accent" aria-hidden="true" />
              <h2 className="mt-3 font-semibold text-ink text-lg tracking-tight">{title}</h2>
              <p className="mt-1.5 text-muted text-sm">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
      <Card className="mt-4 lg:mt-6" aria-labelledby="what-helps">
        <h2 id="what-helps" className="font-semibold text-ink text-lg tracking-tight">
          What a report needs
        </h2>
        <Reach />
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-muted text-sm">
          {WHAT_HELPS.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-4 text-faint text-sm">
          Nobody from this site needs your password, your cookies or a sign-in code. Do not give them to
          anyone.
        </p>
      </Card>
    </>
  );
}
