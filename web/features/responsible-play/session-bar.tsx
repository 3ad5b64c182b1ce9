import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { PersonNotice } from "#web/features/responsible-play/person-notice.tsx";
import { PLAY_EVERY_MS, responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { duration, money, readMoney, signedMoney } from "#web/lib/format.ts";
import { useNow } from "#web/lib/use-now.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

const PAGE = "/responsible-gaming";
/** Refusals that say that something changed here. */
const OWN_CODES = new Set([
  "reality_check_due",
  "limit_reached",
  "timed_out",
  "self_excluded",
  "age_unconfirmed",
  "region_blocked",
]);

/** Asks again at once when a stake was refused by the player's own rules. */
function useRefusals(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ mutation }) => {
        const error = mutation?.state.error;
        if (!(error instanceof ApiError) || !OWN_CODES.has(error.problem?.code ?? "")) return;
        void client.invalidateQueries({ queryKey: responsiblePlayQuery.queryKey });
      }),
    [client],
  );
}

function RealityCheck({ played, wagered, net }: { played: string; wagered: string; net: string }) {
  const acknowledge = usePlayCommand(
    (_: object, idempotencyKey) =>
      call("POST /responsible-play/reality-check/acknowledge", { body: {}, idempotencyKey }),
    ({ nextInMinutes }) => `We tell you again in ${nextInMinutes} minutes`,
  );
  return (
    <Notice
      tone="info"
      role="alert"
      title={`You have played for ${played}`}
      action={
        <div className="flex flex-wrap gap-2">
          <ActionButton
            size="sm"
            variant="primary"
            isUnavailable={acknowledge.isPending}
            onClick={() => acknowledge.mutate({})}
          >
            Continue
          </ActionButton>
          <Link href="/history" className={buttonClass({ size: "sm" })}>
            History
          </Link>
          <Link href={`${PAGE}#break`} className={buttonClass({ size: "sm" })}>
            Take a break
          </Link>
        </div>
      }
    >
      You staked {wagered}, and your result is {net}. You can bet again once you have said how to go on.
    </Notice>
  );
}

/**
 * How long a player has played and with what result, and the reality check when it is due. It stands above the page and
 * covers nothing: a round goes on in sight.
 */
export default function SessionBar() {
  const [path] = useLocation();
  const now = useNow(PLAY_EVERY_MS);
  useRefusals();
  const { data } = useQuery(responsiblePlayQuery);
  if (path.startsWith("/admin")) return null;
  const { startedAt = null, wagered = "0.00", net = "0.00" } = data?.session ?? {};
  const played = startedAt === null ? null : duration(Math.max(0, now - Date.parse(startedAt)));
  const dueAt = data?.realityCheck.dueAt ?? null;
  const isDue = data?.realityCheck.isDue || (dueAt !== null && now >= Date.parse(dueAt));
  const result = signedMoney(readMoney(net));
  return (
    <section aria-label="Your session of play" className="mx-auto w-full max-w-7xl px-4 pt-1 sm:px-6">
      <div className="flex min-h-11 items-center gap-x-3 text-faint text-xs">
        <Clock className="size-3.5 shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 truncate">
          {played === null ? (
            "No bet in the last 15 minutes"
          ) : (
            <>
              Playing for {played} · staked {money(readMoney(wagered))} · result {result}
            </>
          )}
        </p>
        {data?.review.isDue && data.exclusion === null && (
          <Link
            href={PAGE}
            className="inline-flex min-h-11 shrink-0 items-center text-warn underline underline-offset-4"
          >
            Review your limits
          </Link>
        )}
        <Link
          href={`${PAGE}#break`}
          className="inline-flex min-h-11 shrink-0 items-center text-muted underline underline-offset-4"
        >
          Take a break
        </Link>
      </div>
      {data !== undefined && <PersonNotice {...data} />}
      {isDue && played !== null && (
        <RealityCheck played={played} wagered={money(readMoney(wagered))} net={result} />
      )}
    </section>
  );
}
