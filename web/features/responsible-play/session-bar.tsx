import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { type ComponentProps, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "wouter";
import { PersonNotice } from "#web/features/responsible-play/person-notice.tsx";
import { PLAY_EVERY_MS, responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { FOOT_ID } from "#web/layout/connection-notice.tsx";
import { ApiError } from "#web/lib/api/api.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime, duration, money, readMoney, signedMoney } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { runningStakes } from "#web/lib/stakes/running-stake.ts";
import { useStore } from "#web/lib/store/store.ts";
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

/** Refetches at once when a stake was refused by the player's own rules, and says which. */
function useRefusals(onRefused: (code: string) => void): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const { error } = event.action;
        const code = error instanceof ApiError ? (error.problem?.code ?? "") : "";
        if (!OWN_CODES.has(code)) return;
        onRefused(code);
        void client.invalidateQueries({ queryKey: responsiblePlayQuery.queryKey });
      }),
    [client, onRefused],
  );
}

const BREAK = `${PAGE}#break`;

/** Leads to the breaks; on their own page the browser scrolls there by itself, however often it is pressed. */
function BreakLink(props: ComponentProps<"a">) {
  const isThere = useLocation()[0] === PAGE;
  return isThere ? <a {...props} href={BREAK} /> : <Link {...props} href={BREAK} />;
}

/** The place at the foot of the view, which is in the document only once the frame of the page is drawn. */
function useFoot(): Element | null {
  const [foot, setFoot] = useState<Element | null>(null);
  useLayoutEffect(() => setFoot(document.getElementById(FOOT_ID) ?? document.body), []);
  return foot;
}

function RealityCheck({ played, wagered, net }: { played: string; wagered: string; net: string }) {
  const foot = useFoot();
  const acknowledge = usePlayCommand(
    sendBody("POST /responsible-play/reality-check/acknowledge"),
    ({ nextInMinutes }) => `Next reminder in ${nextInMinutes} minutes`,
  );
  if (foot === null) return null;
  return createPortal(
    <div className="is-due pointer-events-auto w-[min(25rem,calc(100vw-2rem))] animate-rise rounded-control bg-panel shadow-float">
      <Notice
        tone="info"
        role="alert"
        title={`You have played for ${played}`}
        action={
          // Three do not fit beside each other on a phone.
          <div className="grid grid-cols-2 gap-2 sm:flex">
            <ActionButton
              size="sm"
              variant="primary"
              className="max-sm:col-span-2"
              isUnavailable={acknowledge.isPending}
              onClick={() => acknowledge.mutate({})}
            >
              Continue
            </ActionButton>
            <Link href="/history" className={buttonClass({ size: "sm" })}>
              History
            </Link>
            <BreakLink className={buttonClass({ size: "sm" })}>Take a break</BreakLink>
          </div>
        }
      >
        You staked {wagered}, and your result is {net}. Choose how to go on before you bet again.
      </Notice>
    </div>,
    foot,
  );
}

/**
 * The session's length and result, and the reality check when due. The check floats over the foot of the view, so that
 * nothing moves when it comes due, and waits for the end of a round in which the player can still act.
 */
export default function SessionBar() {
  const now = useNow(PLAY_EVERY_MS);
  const [isAgeOpen, setAgeOpen] = useState(true);
  useRefusals(useCallback((code) => code === "age_unconfirmed" && setAgeOpen(true), []));
  const isAboard = useStore(runningStakes) > 0;
  const { data } = useQuery(responsiblePlayQuery);
  const { startedAt = null, wagered = "0.00", net = "0.00" } = data?.session ?? {};
  const played = startedAt === null ? null : duration(Math.max(0, now - Date.parse(startedAt)));
  const dueAt = data?.realityCheck.dueAt ?? null;
  const isDue = data?.realityCheck.isDue || (dueAt !== null && now >= Date.parse(dueAt));
  const breakUntil = data?.exclusion == null ? (data?.timeOut?.until ?? null) : null;
  const isOnBreak = breakUntil !== null && now < Date.parse(breakUntil);
  const result = signedMoney(readMoney(net));
  return (
    <section aria-label="Your session" className="mx-auto w-full max-w-7xl px-4 sm:px-6 sm:pt-1">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-faint text-xs">
        <Clock className="size-3.5 shrink-0" aria-hidden="true" />
        {/* A break is told in the line that is there already, so that the page does not move down for it. */}
        <p className={cx("flex-1", isOnBreak ? "text-ink" : "min-w-fit")}>
          {isOnBreak ? (
            `On a break until ${dateAndTime(breakUntil)}. You can neither bet nor deposit.`
          ) : played === null ? (
            "No bet in the last 15 minutes"
          ) : (
            <>
              Playing for {played}
              <span className="max-sm:hidden"> · staked {money(readMoney(wagered))}</span> · result {result}
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
        {data?.exclusion == null && (
          <BreakLink className="ml-auto inline-flex min-h-11 shrink-0 items-center text-muted underline underline-offset-4">
            {isOnBreak ? "Your break" : "Take a break"}
          </BreakLink>
        )}
      </div>
      {data !== undefined && <PersonNotice {...data} isAgeOpen={isAgeOpen} onAgeOpenChange={setAgeOpen} />}
      {isDue && played !== null && !isAboard && (
        <RealityCheck played={played} wagered={money(readMoney(wagered))} net={result} />
      )}
    </section>
  );
}
