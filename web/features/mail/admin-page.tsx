import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import type { UntakenMail } from "#domain/features/mail/contract.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";
import { When } from "#web/ui/when.tsx";

const mailsQuery = apiQuery("GET /admin/mails");

const STATES: Readonly<Record<UntakenMail["state"], string>> = {
  waiting: "Tried again",
  bounced: "Address refused",
  returned: "Came back",
  given_up: "Given up",
};

function Act({ mail: { id, state, isKept, player } }: { mail: UntakenMail }) {
  const { mutate, isPending } = useAdminMutation({
    send: sendBody("POST /admin/mails/{id}/retry", { id }),
    done: () => `Trying the mail to ${player.username} again now.`,
  });
  if (state === "waiting") return null;
  if (!isKept) return <span className="text-faint text-xs">Not kept</span>;
  return (
    <ActionButton
      isUnavailable={isPending}
      onClick={() => mutate({})}
      aria-label={`Try the mail to ${player.username} again`}
    >
      Try again
    </ActionButton>
  );
}

const COLUMNS: readonly TableColumn<UntakenMail>[] = [
  { title: "Made", isHeader: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: "Player", cell: ({ player }) => player.username },
  { title: "Address", cell: ({ address }) => address ?? "none" },
  { title: "Template", cell: ({ template }) => template },
  { title: "Error", cell: ({ error }) => <code className="font-mono text-xs">{error}</code> },
  { title: "Attempts", isNumeric: true, cell: ({ attempts }) => attempts },
  {
    title: "State",
    cell: ({ state, nextAt, endedAt, retriedBy }) => (
      <>
        {STATES[state]}
        {(nextAt ?? endedAt) !== null && <When at={nextAt ?? endedAt ?? ""} />}
        {retriedBy && <span className="block text-faint text-xs">again by {retriedBy.username}</span>}
      </>
    ),
  },
  { title: "Act", cell: (mail) => <Act mail={mail} /> },
];

/** Mails that were rejected or returned by the servers of their addresses. */
export default function MailsPage() {
  const { data, error, refetch } = useQuery(mailsQuery);
  return (
    <AdminFrame title="Mails" description="Mails that the recipients' servers have not accepted.">
      <Card>
        {data ? (
          data.length === 0 ? (
            <EmptyState icon={MailCheck} text="Every mail was accepted." />
          ) : (
            <DataTable caption="Mails not accepted" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          )
        ) : (
          <Unloaded {...{ error, refetch }} what="Mails" rows={6} className="h-10" />
        )}
      </Card>
    </AdminFrame>
  );
}
