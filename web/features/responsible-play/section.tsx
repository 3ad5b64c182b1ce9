import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link } from "wouter";
import { BreaksCard } from "#web/features/responsible-play/breaks-card.tsx";
import { LimitsCard } from "#web/features/responsible-play/limits-card.tsx";
import { PLAY_EVERY_MS, responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useSession } from "#web/lib/api/session.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** Where self-excluded players claim what they are owed, and get their data. */
const YOURS = [
  ["/cashouts", "cash out"],
  ["/withdrawals", "withdraw items"],
  ["/user-games", "claim what your games earned"],
  ["/settings", "your account and data"],
] as const;

function Excluded({ until, endsAt }: { until: string | null; endsAt: string | null }) {
  const end = usePlayCommand(
    sendBody("POST /responsible-play/self-exclusion/end"),
    ({ from }) => `You can play again from ${dateAndTime(from)}`,
  );
  const isOver = until !== null && Date.now() >= Date.parse(until) && endsAt === null;
  const title =
    until === null
      ? "You have excluded yourself for ever"
      : `You have excluded yourself until ${dateAndTime(until)}`;
  return (
    <Notice
      tone="warn"
      title={title}
      action={
        isOver && (
          <ActionButton isUnavailable={end.isPending} onClick={() => end.mutate({})}>
            Ask to play again
          </ActionButton>
        )
      }
    >
      You cannot bet or deposit. You can still see your figures and history, and use what is yours:{" "}
      {YOURS.map(([path, name], n) => (
        <Fragment key={path}>
          {n > 0 && ", "}
          <Link href={path} className="underline">
            {name}
          </Link>
        </Fragment>
      ))}
      .{endsAt !== null && ` You asked to play again and can do so from ${dateAndTime(endsAt)}.`}
    </Notice>
  );
}

/** Asks a player after six months whether their limits still fit. */
function Review() {
  const review = usePlayCommand(
    sendBody("POST /responsible-play/limits/review"),
    ({ dueAt }) => `We ask again after ${dateAndTime(dueAt)}`,
  );
  return (
    <Notice
      tone="info"
      role="status"
      title="Do your limits still fit?"
      action={
        <ActionButton isUnavailable={review.isPending} onClick={() => review.mutate({})}>
          Leave them as they are
        </ActionButton>
      }
    >
      You last looked at your limits six months ago. Lower one or set a new one below, or leave them.
    </Notice>
  );
}

function Own() {
  const now = useNow(PLAY_EVERY_MS);
  const { data, error, refetch } = useQuery(responsiblePlayQuery);
  // As high as limits and breaks together, which are higher where their fields stand one below the other.
  if (!data) {
    const className = "h-130 sm:h-102 lg:h-64";
    return <Unloaded {...{ error, refetch }} what="Your limits" rows={2} className={className} />;
  }
  return (
    <>
      {data.exclusion !== null && <Excluded {...data.exclusion} />}
      {data.review.isDue && data.exclusion === null && <Review />}
      <LimitsCard limits={data.limits} now={now} />
      {data.exclusion === null && <BreaksCard play={data} />}
    </>
  );
}

/** What a signed-in player sets for their own play. */
export default function ResponsiblePlaySection() {
  return useSession().status === "signed-in" ? <Own /> : null;
}
