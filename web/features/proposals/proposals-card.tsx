import { Users } from "lucide-react";
import {
  PROPOSALS_PER_PAGE,
  type Proposal,
  type ProposalStatus,
  proposalsQuery,
} from "#web/features/proposals/queries.ts";
import { ActDialog } from "#web/features/roles/act-dialog.tsx";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { useAddress, useAddressDialog } from "#web/lib/address.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime, duration } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { usePages } from "#web/lib/pages.ts";
import { useParts } from "#web/lib/site.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

/** The words for an act, from the feature that it belongs to. */
function useActText(act: ProposedAct): ActText {
  const [text] = useParts(actTexts).flatMap((textOf) => textOf(act) ?? []);
  return text ?? { title: act.kind, facts: [] };
}

const PAGES = "proposal";
/** Refresh interval of remaining times. */
const TICK_MS = 30_000;

const TABS: { readonly [S in ProposalStatus]: string } = {
  proposed: "Open",
  confirmed: "Confirmed",
  withdrawn: "Withdrawn",
  lapsed: "Lapsed",
};
const TONES: { readonly [S in ProposalStatus]: Tone } = {
  proposed: "waiting",
  confirmed: "gain",
  withdrawn: "neutral",
  lapsed: "neutral",
};
const EMPTY: { readonly [S in ProposalStatus]: string } = {
  proposed: "No open proposals.",
  confirmed: "No proposal has been confirmed yet.",
  withdrawn: "No proposal has been withdrawn.",
  lapsed: "No proposal has lapsed.",
};
const STATUSES = Object.keys(TABS) as ProposalStatus[];
const SEGMENTS = STATUSES.map((status) => ({
  value: status,
  label: TABS[status],
  href: status === "proposed" ? "/admin/proposals" : `/admin/proposals?status=${status}`,
}));
const statusOf = (text: string): ProposalStatus => STATUSES.find((status) => status === text) ?? "proposed";

function Facts({ act }: Pick<Proposal, "act">) {
  return (
    <ul className="space-y-0.5 text-ink text-sm [overflow-wrap:anywhere]">
      {useActText(act).facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function ConfirmDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { id, act, proposer, reason } = proposal;
  const { title } = useActText(act);
  return (
    <ActDialog
      title={title}
      description={`Proposed by ${proposer.username}. It takes effect at once, with both names in the log.`}
      action="Confirm"
      send={sendBody("POST /admin/proposals/{id}/confirm", { id })}
      done={() => `Confirmed: ${title}.`}
      onClose={onClose}
    >
      <Facts act={act} />
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        <span className="text-faint">Reason: </span>
        {reason}
      </p>
    </ActDialog>
  );
}

function Withdraw({ proposal: { id, act } }: { proposal: Proposal }) {
  const { title } = useActText(act);
  const { mutate, isPending } = useAdminMutation({
    send: sendBody("POST /admin/proposals/{id}/withdraw", { id }),
    done: () => "The proposal is withdrawn. Nothing was changed.",
  });
  return (
    <ActionButton size="sm" variant="secondary" isUnavailable={isPending} onClick={() => mutate({})}>
      {isPending ? "Withdrawing..." : "Withdraw"}
      <span className="sr-only"> {title}</span>
    </ActionButton>
  );
}

interface RowProps {
  readonly proposal: Proposal;
  readonly now: number;
  readonly onConfirm: () => void;
}

function Actions({ proposal, onConfirm }: RowProps) {
  const { id } = useUser();
  const { title } = useActText(proposal.act);
  const { status, by, bar, endedBy, endedAt } = proposal;
  if (status !== "proposed") {
    return endedBy === null || endedAt === null ? null : (
      <p className="text-muted text-sm">
        {TABS[status]} by {endedBy.username}
        <span className="block text-faint">{dateAndTime(endedAt)}</span>
      </p>
    );
  }
  if (by === id) {
    return (
      <>
        <Withdraw proposal={proposal} />
        <p className="text-muted text-sm">Your own: another admin has to confirm it.</p>
      </>
    );
  }
  if (bar !== null) return <p className="text-muted text-sm">{bar.detail}</p>;
  return (
    <Button size="sm" onClick={onConfirm}>
      Confirm
      <span className="sr-only"> {title}</span>
    </Button>
  );
}

function Row(props: RowProps) {
  const { proposal, now } = props;
  const { act, status, proposer, reason, createdAt, expiresAt } = proposal;
  const left = Date.parse(expiresAt) - now;
  const { title } = useActText(act);
  return (
    <li
      aria-label={title}
      className="grid gap-4 border-line border-t py-4 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_14rem]"
    >
      <div className="min-w-0 space-y-1.5">
        <Badge tone={TONES[status]}>{TABS[status]}</Badge>
        <p className="font-semibold text-ink [overflow-wrap:anywhere]">{title}</p>
        <Facts act={act} />
        <div className="flex flex-wrap items-center gap-x-2 text-faint text-sm">
          <span>Proposed by</span>
          <PlayerLink player={proposer} />
          <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </div>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          <span className="text-faint">Reason: </span>
          {reason}
        </p>
        {status === "proposed" && (
          <p className="text-muted text-sm">
            Lapses {dateAndTime(expiresAt)}
            {left > 0 && <>, in {duration(left)}</>}
          </p>
        )}
      </div>
      <div className="flex flex-col items-start gap-2 sm:items-end sm:text-right">
        <Actions {...props} />
      </div>
    </li>
  );
}

function Proposals({ items, isStale }: { items: readonly Proposal[]; isStale: boolean }) {
  const now = useNow(TICK_MS);
  const dialog = useAddressDialog();
  const asked = items.find(({ id, bar }) => id === dialog.on && bar === null);
  return (
    <>
      <ul aria-label="Proposals" className={cx(isStale && "opacity-60")}>
        {items.map((proposal) => (
          <Row
            key={proposal.id}
            proposal={proposal}
            now={now}
            onConfirm={() => dialog.open("confirm", proposal.id)}
          />
        ))}
      </ul>
      {dialog.act === "confirm" && asked?.status === "proposed" && (
        <ConfirmDialog proposal={asked} onClose={dialog.close} />
      )}
    </>
  );
}

/** The proposals of the status and page that the address names. */
export function useProposals() {
  const status = statusOf(useAddress().get("status"));
  const pages = usePages(PAGES);
  return { status, pages, query: useSteadyQuery(proposalsQuery(status, pages.cursor)) };
}

/** Admins' proposals and their outcome. */
export function ProposalsCard({ status, pages, query }: ReturnType<typeof useProposals>) {
  return (
    <TitledCard
      id="proposals"
      title="Proposals"
      actions={<ExportLinks of="proposals" path="/admin/proposals" query={{ status }} />}
      className="scroll-mt-20"
    >
      <Segments
        label="Which proposals"
        segments={SEGMENTS}
        value={status}
        className="mb-4 grid grid-cols-2 sm:flex sm:w-fit"
      />
      <PagedList
        of="proposals"
        query={query}
        pages={pages}
        rows={PROPOSALS_PER_PAGE / 10}
        rowClassName="h-36"
        empty={{ icon: Users, text: EMPTY[status] }}
      >
        {(items: readonly Proposal[]) => <Proposals items={items} isStale={query.isPlaceholderData} />}
      </PagedList>
    </TitledCard>
  );
}
