import { useQuery } from "@tanstack/react-query";
import { Swords } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { AwayCoinflip, AwayStakeShown } from "#domain/features/away-coinflips/contract.ts";
import { AWAY_POLL_MS, awayFlipsQuery, awayStakesQuery } from "#web/features/away-coinflips/queries.ts";
import { creatorName, subtitleOf } from "#web/features/live-coinflips/watch/flip.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { When } from "#web/ui/when.tsx";

const JoinAway = lazy(() => import("#web/features/away-coinflips/join-dialog.tsx"));

const STATUSES: Readonly<Record<AwayStakeShown["status"], readonly [string, Tone]>> = {
  away: ["Away", "waiting"],
  won: ["Won", "gain"],
  lost: ["Lost", "loss"],
  refused: ["Returned", "neutral"],
  void: ["Void, returned", "neutral"],
};

/** A number of items, and their value here. */
const Items = ({ count, value }: { count: number; value: string }) =>
  count === 0 ? (
    "No items"
  ) : (
    <>
      {count === 1 ? "1 item" : `${count} items`}, <Amount value={value} currency="RBX" />
    </>
  );

const STAKES: readonly TableColumn<AwayStakeShown>[] = [
  { title: "Sent", isHeader: true, cell: ({ at }) => <When at={at} /> },
  {
    title: "Stake",
    isNumeric: true,
    cell: ({ stake, currency, items }) =>
      currency === null ? (
        <Items count={items.length} value={stake} />
      ) : (
        <Amount value={stake} currency={currency} />
      ),
  },
  { title: "Side", cell: ({ side }) => side.toUpperCase() },
  {
    title: "State",
    cell: ({ status }) => {
      const [text, tone] = STATUSES[status];
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    title: "Returned",
    isNumeric: true,
    cell: ({ cameBack, currency, itemsBack }) => {
      if (cameBack === null) return "Not yet";
      return currency === null ? (
        <Items count={itemsBack ?? 0} value={cameBack} />
      ) : (
        <Amount value={cameBack} currency={currency} />
      );
    },
  },
];

function Open({ flips, onJoin }: { flips: readonly AwayCoinflip[]; onJoin: (flip: AwayCoinflip) => void }) {
  if (flips.length === 0)
    return <EmptyState icon={Swords} text="There are no open coinflips in other logs." />;
  const columns: readonly TableColumn<AwayCoinflip>[] = [
    { title: "Opened by", isHeader: true, cell: creatorName },
    { title: "Stake", cell: subtitleOf },
    {
      title: "Join",
      cell: (flip) => (
        <UnlessSuspended>
          <Button
            size="sm"
            onClick={() => onJoin(flip)}
            aria-label={`Join the coinflip of ${creatorName(flip)}`}
          >
            Join
          </Button>
        </UnlessSuspended>
      ),
    },
  ];
  return (
    <DataTable
      caption="Open coinflips of other logs"
      columns={columns}
      rows={flips}
      rowKey={({ id }) => id}
    />
  );
}

function Stakes() {
  const { data } = useQuery(awayStakesQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <div className="mt-6">
      <DataTable
        caption="Your stakes in other logs"
        columns={STAKES}
        rows={data.items}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

/** Coinflips of the site's other logs, on the page of the game; nothing where the site has one log. */
export default function AwayCoinflipsPanel() {
  const { status } = useSession();
  const { data } = useQuery({
    ...awayFlipsQuery,
    enabled: status === "signed-in",
    refetchInterval: ({ state }) => ((state.data?.logs.length ?? 0) > 0 ? AWAY_POLL_MS : false),
  });
  const [joining, setJoining] = useState<AwayCoinflip | null>(null);
  if (!data || data.logs.length === 0) return null;
  return (
    <TitledCard
      id="away-coinflips"
      title="Coinflips of other logs"
      description="Opened by players of this site's other logs and played there. What you win, or get back, returns here."
    >
      {data.unreachable.length > 0 && (
        <Notice tone="warn" className="mb-4">
          Log {data.unreachable.join(", ")} cannot be reached. Stakes there are settled once it is back.
        </Notice>
      )}
      <Open flips={data.items} onJoin={setJoining} />
      <Stakes />
      {joining && (
        <Suspense fallback={null}>
          <JoinAway flip={joining} onClose={() => setJoining(null)} />
        </Suspense>
      )}
    </TitledCard>
  );
}
