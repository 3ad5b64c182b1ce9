import { useMutation, useQuery } from "@tanstack/react-query";
import type { CreatorDays } from "#domain/features/user-games/contract.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { CLAIM_FAILED } from "#web/features/user-games/messages.ts";
import { earningDaysQuery, earningsQuery } from "#web/features/user-games/queries.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { bothExactly, money, readMoney, shortDay } from "#web/lib/format.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { Figure } from "#web/ui/facts.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** Claims all that is unclaimed once, even if answers are lost. */
function useClaim() {
  const live = useLive();
  return useMutation({
    mutationFn: () => command("POST /user-games/earnings/claim", { body: {} }),
    onSuccess: ({ rbx, tix, position }) => {
      live.changed(["balance", "earnings"], position);
      toast({
        title: "Claimed",
        description: `${bothExactly(readMoney(rbx), readMoney(tix))} is in your balance.`,
      });
    },
    onError: (error) => toastError(error, CLAIM_FAILED),
  });
}

/** What each day earned in a currency, the oldest day first; days without a bet are not among them. */
function barsOf(items: CreatorDays["items"], currency: "rbx" | "tix") {
  const days = new Map<string, Minor>();
  for (const item of items) days.set(item.day, (days.get(item.day) ?? 0n) + readMoney(item[currency]));
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, value]) => ({ label: day, short: shortDay(day), value }));
}

function Plots() {
  const { data, error, refetch } = useQuery(earningDaysQuery);
  if (!data)
    return <Unloaded {...{ error, refetch }} what="Your earnings by day" rows={1} className="h-60" />;
  if (data.items.length === 0) return null;
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-2">
      <BarChart title="Earned by day" unit="RBX" tone="rbx" of="Day (UTC)" bars={barsOf(data.items, "rbx")} />
      <BarChart title="Earned by day" unit="TIX" tone="tix" of="Day (UTC)" bars={barsOf(data.items, "tix")} />
    </div>
  );
}

/** What the player's games earned: unclaimed, in all, and day by day. */
export function EarningsCard() {
  const { data, error, refetch } = useQuery(earningsQuery);
  const { mutate, isPending } = useClaim();
  const unclaimed = data && { rbx: readMoney(data.unclaimed.rbx), tix: readMoney(data.unclaimed.tix) };
  const isNothing = !unclaimed || unclaimed.rbx + unclaimed.tix === 0n;
  return (
    <Card>
      <CardHeader
        title="Earnings"
        description="Your share of every bet is set aside until you claim it."
        actions={
          <ActionButton variant="primary" isUnavailable={isPending || isNothing} onClick={() => mutate()}>
            {isPending ? "Claiming..." : "Claim"}
          </ActionButton>
        }
      />
      {!data && <Unloaded {...{ error, refetch }} what="Your earnings" rows={1} className="h-20" />}
      {data && unclaimed && (
        <dl className="grid gap-3 sm:grid-cols-2">
          <Figure label="Unclaimed">{bothExactly(unclaimed.rbx, unclaimed.tix)}</Figure>
          <Figure label="Total earned">
            {bothExactly(readMoney(data.total.rbx), readMoney(data.total.tix))}
          </Figure>
        </dl>
      )}
      {data && data.games.length > 0 && (
        <ul aria-label="Earnings by game" className="mt-4 divide-y divide-line text-sm">
          {data.games.map(({ id, title, earnings, volume }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <bdi className="min-w-0 text-ink [overflow-wrap:anywhere]">{title}</bdi>
              <span className="text-muted">
                <span className="font-semibold text-gain">{money(readMoney(earnings))}</span> of{" "}
                {money(readMoney(volume))} staked
              </span>
            </li>
          ))}
        </ul>
      )}
      <Plots />
    </Card>
  );
}
