import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { blocksQuery } from "#web/features/ledger/queries.ts";
import { shortTime } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Hash } from "#web/ui/facts.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-sunken px-4 py-3">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="mt-0.5 font-semibold text-ink">{children}</dd>
    </div>
  );
}

function HeadFacts() {
  const { data, error, refetch } = useQuery(blocksQuery(undefined));
  if (!data && error) return <LoadError error={error} what="The head" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-56 rounded-control md:h-32" />;
  const [head] = data.items;
  if (!head) return <p className="text-muted text-sm">The ledger is empty so far.</p>;
  const signed = data.items.find((block) => block.signed);
  const unsigned = data.next === null ? "No block yet" : `Before block ${data.items.at(-1)?.number}`;
  return (
    <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-line md:grid-cols-3">
      <Tile label="Position">{head.to}</Tile>
      <Tile label="Block">{head.number}</Tile>
      <Tile label="Last signed">
        {signed?.signed ? (
          <>
            Block {signed.number}
            <span className="ml-2 font-normal text-muted text-sm">{shortTime(signed.signed.at)}</span>
          </>
        ) : (
          <span className="font-normal text-muted">{unsigned}</span>
        )}
      </Tile>
      <div className="bg-sunken px-4 py-3 md:col-span-3">
        <dt className="text-faint text-xs">Hash</dt>
        <dd className="mt-0.5 flex items-center gap-2 text-ink">
          <span className="min-w-0 flex-1">
            <Hash>{head.hash}</Hash>
          </span>
          <CopyButton text={head.hash} what="hash of the head" />
        </dd>
      </div>
    </dl>
  );
}

/** The head of the log: the hash that fixes everything up to here. */
export function HeadCard() {
  return (
    <TitledCard
      id="head"
      title="Head"
      description="This hash covers every entry. Change one byte of any of them, and the hash changes."
    >
      <HeadFacts />
    </TitledCard>
  );
}
