import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Scale } from "lucide-react";
import {
  type AssetBalance,
  balanceOf,
  CURRENCIES,
  HOLDERS,
  type Holder,
  withAllCurrencies,
} from "#web/features/ledger/balance.ts";
import { trialBalanceQuery } from "#web/features/ledger/queries.ts";
import { cx } from "#web/lib/cx.ts";
import { money, signedMoney } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const HOLDER_NAMES: Readonly<Record<Holder, string>> = {
  players: "Players",
  escrow: "Escrow",
  house: "House",
  creators: "Creators",
  logs: "Other logs",
};

interface TermProps {
  readonly sign: string;
  readonly name: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

function Term({ sign, name, value, isTotal = false }: TermProps) {
  return (
    <div
      className={cx(
        "relative flex items-baseline justify-between gap-3 px-4 py-2.5 lg:flex-col-reverse lg:justify-end lg:gap-0.5 lg:rounded-control lg:border lg:py-3",
        isTotal ? "bg-raised lg:border-line-strong" : "bg-sunken lg:border-line",
      )}
    >
      <dt className="flex items-baseline gap-2 text-muted text-sm">
        <span className="w-3 text-center font-semibold text-faint lg:absolute lg:top-1/2 lg:-left-4 lg:w-auto lg:-translate-x-1/2 lg:-translate-y-1/2">
          {sign}
        </span>
        {name}
      </dt>
      <dd className="font-semibold text-ink lg:text-lg">{value}</dd>
    </div>
  );
}

function Verdict({ balance }: { balance: AssetBalance }) {
  if (balance.holds) {
    return (
      <p className="inline-flex items-center gap-2 text-gain text-sm">
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
        Sum {money(balance.difference)}, added up in this browser
      </p>
    );
  }
  return (
    <p role="alert" className="inline-flex items-center gap-2 font-semibold text-loss text-sm">
      <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
      DOES NOT BALANCE: off by {signedMoney(balance.difference)}
    </p>
  );
}

function Equation({ balance }: { balance: AssetBalance }) {
  // A site with one log has nothing elsewhere.
  const holders = HOLDERS.filter((holder) => holder !== "logs" || balance.held.logs !== 0n);
  return (
    <section aria-label={`Balance of ${balance.asset}`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3
          className={cx(
            "font-semibold",
            balance.asset === "RBX" ? "text-rbx" : balance.asset === "TIX" ? "text-tix" : "text-ink",
          )}
        >
          {balance.asset}
        </h3>
        <Verdict balance={balance} />
      </div>
      <dl
        className={cx(
          "grid divide-y divide-line overflow-hidden rounded-control border border-line lg:gap-8 lg:divide-y-0 lg:overflow-visible lg:border-0",
          holders.length === HOLDERS.length ? "lg:grid-cols-6" : "lg:grid-cols-5",
        )}
      >
        <Term sign="" name="Issued" value={money(balance.issued)} isTotal />
        {holders.map((holder, index) => (
          <Term
            key={holder}
            sign={index === 0 ? "=" : "+"}
            name={HOLDER_NAMES[holder]}
            value={money(balance.held[holder])}
          />
        ))}
      </dl>
    </section>
  );
}

function EquationsSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading...</span>
      {CURRENCIES.map((place) => (
        <div key={place}>
          <Skeleton className="mb-3 h-6 w-40" />
          <Skeleton className="h-57 rounded-control lg:h-20" />
        </div>
      ))}
      <Skeleton className="h-5 w-40" />
    </div>
  );
}

function Equations() {
  const { data, error, refetch } = useQuery(trialBalanceQuery);
  if (!data && error) return <LoadError error={error} what="The balance" onRetry={() => void refetch()} />;
  if (!data) return <EquationsSkeleton />;
  if (data.assets.length === 0) return <EmptyState icon={Scale} text="Nothing has been issued yet." />;
  return (
    <div className="space-y-8">
      {withAllCurrencies(data.assets).map((row) => (
        <Equation key={row.asset} balance={balanceOf(row)} />
      ))}
      <p className="text-faint text-sm">As of position {data.position}.</p>
    </div>
  );
}

/** Issued against held amounts, for each asset. */
export function TrialBalanceCard() {
  return (
    <TitledCard
      id="trial-balance"
      title="Everything issued is held by someone"
      description="Every movement takes from one account what it gives to another. If a single cent were created or lost, these sums would not be zero."
    >
      <Equations />
    </TitledCard>
  );
}
