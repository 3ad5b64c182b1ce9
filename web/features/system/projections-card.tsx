import { useQuery } from "@tanstack/react-query";
import type { ProjectionState, Rebuilt } from "#domain/features/system/contract.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { projectionsQuery, REBUILD_POLL_MS } from "#web/features/system/queries.ts";
import { useAddressDialog } from "#web/lib/address.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { dateAndTime, duration } from "#web/lib/format.ts";
import { useLive } from "#web/lib/live/live.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { actionColumn, DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const REBUILD = "rebuild";
const SKELETONS = 12;

const OUTCOMES = {
  same: { tone: "gain", text: "Same as before" },
  different: { tone: "loss", text: "Different from before" },
  failed: { tone: "loss", text: "Failed" },
} as const;

function Lag({ state: { lag, waitedMs, error } }: { state: ProjectionState }) {
  if (error !== null) return <Badge tone="loss">Stopped</Badge>;
  if (lag === 0) return <Badge tone="gain">Up to date</Badge>;
  return (
    <span className="whitespace-nowrap text-warn">
      {lag} behind{waitedMs > 0 && `, ${duration(waitedMs)}`}
    </span>
  );
}

function Progress({ name, rebuild }: { name: string; rebuild: NonNullable<ProjectionState["rebuild"]> }) {
  const { position, goal } = rebuild;
  return (
    <span className="block min-w-40">
      <progress
        aria-label={`Rebuild of ${name}`}
        value={Math.min(position, goal)}
        max={Math.max(1, goal)}
        className="block h-2 w-full overflow-hidden rounded-full bg-sunken accent-accent"
      />
      <span className="mt-1 block text-faint text-xs">
        {position} of {goal}
      </span>
    </span>
  );
}

function Outcome({ rebuilt }: { rebuilt: Rebuilt }) {
  const { tone, text } = OUTCOMES[rebuilt.outcome];
  return (
    <span className="block min-w-40">
      <Badge tone={tone}>{text}</Badge>
      <span className="mt-1 block whitespace-nowrap text-faint text-xs">
        {dateAndTime(rebuilt.finishedAt)}
        {rebuilt.rows !== null && `, ${rebuilt.rows} rows`}
      </span>
    </span>
  );
}

const RebuildDialog = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <ReasonedActDialog
    name={`rebuild-${name}`}
    title={`Rebuild ${name}`}
    description="A copy is built from the log beside the live one, compared with it, and then takes its place."
    action="Rebuild"
    send={sendReason("POST /admin/projections/{name}/rebuild", { name })}
    done={() => `${name} is being rebuilt from the log.`}
    onClose={onClose}
  />
);

const columnsFor = (onRebuild: (name: string) => void): readonly TableColumn<ProjectionState>[] => [
  {
    title: "Read model",
    isHeader: true,
    cell: ({ name, version, error }) => (
      <>
        <span className="whitespace-nowrap">{name}</span>{" "}
        <span className="font-normal text-faint text-xs">v{version}</span>
        {error !== null && <span className="block font-normal text-loss text-xs">{error}</span>}
      </>
    ),
  },
  { title: "Position", isNumeric: true, cell: ({ position }) => position },
  { title: "Lag", cell: (state) => <Lag state={state} /> },
  {
    title: "Rebuild",
    cell: ({ name, rebuild, lastRebuild }) => {
      if (rebuild !== null) return <Progress name={name} rebuild={rebuild} />;
      return lastRebuild === null ? "–" : <Outcome rebuilt={lastRebuild} />;
    },
  },
  actionColumn(({ name, rebuild }) => (
    <Button
      size="sm"
      aria-label={`Rebuild ${name}`}
      disabled={rebuild !== null}
      onClick={() => onRebuild(name)}
    >
      Rebuild
    </Button>
  )),
];

/** Every read model: its position, and its rebuild. */
export function ProjectionsCard() {
  const live = useLive();
  const { data, error, refetch } = useQuery({
    ...projectionsQuery,
    refetchInterval: (query) =>
      query.state.data?.items.some(({ rebuild }) => rebuild !== null) ? REBUILD_POLL_MS : live.pollMs(query),
  });
  const dialog = useAddressDialog();
  const asked = data?.items.find(({ name }) => dialog.act === REBUILD && name === dialog.on);
  return (
    <TitledCard
      id="projections"
      title="Read models"
      description={
        data ? `The log stands at position ${data.position}.` : "Where each of them stands in the log."
      }
    >
      {!data && error && <LoadError error={error} what="The read models" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={SKELETONS} />}
      {data && (
        <DataTable
          caption="Read models and where they stand"
          columns={columnsFor((name) => dialog.open(REBUILD, name))}
          rows={data.items}
          rowKey={({ name }) => name}
        />
      )}
      {asked && <RebuildDialog name={asked.name} onClose={dialog.close} />}
    </TitledCard>
  );
}
