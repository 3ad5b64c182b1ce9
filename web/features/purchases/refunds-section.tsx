import { useQuery } from "@tanstack/react-query";
import type { UnmadeRefund } from "#domain/features/purchases/contract.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { useAddressDialog } from "#web/lib/address.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { actionColumn, DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { When } from "#web/ui/when.tsx";

const DIALOG = "end-refund";
/** Polling interval, in milliseconds: most of this data is beside the log. */
const REFUNDS_EVERY_MS = 10_000;

/** Refunds that a provider refused, or that did not arrive. */
const refundsQuery = apiQuery("GET /admin/refunds", { topics: ["shop"] });

const columnsFor = (
  onAgain: (id: string) => void,
  onEnd: (purchaseId: string) => void,
): readonly TableColumn<UnmadeRefund>[] => [
  {
    title: "Purchase",
    isHeader: true,
    cell: ({ title, purchaseId }) => (
      <span className="block min-w-56 [overflow-wrap:anywhere]">
        <bdi>{title}</bdi>
        <span className="block font-mono font-normal text-faint text-xs">{purchaseId}</span>
      </span>
    ),
  },
  { title: "Amount", isNumeric: true, cell: ({ amount }) => dollars(readMoney(amount)) },
  {
    title: "What the provider said",
    cell: ({ reason, asks }) => (
      <span className="block min-w-48 [overflow-wrap:anywhere]">
        {reason ?? "Accepted, but not arrived."}
        <span className="block text-faint text-xs">Asked {asks === 1 ? "once" : `${asks} times`}</span>
      </span>
    ),
  },
  { title: "Asked last", cell: ({ askedAt }) => <When at={askedAt} /> },
  {
    title: "Asked again",
    cell: ({ nextAt }) => (nextAt === null ? "Not automatically" : <When at={nextAt} />),
  },
  actionColumn(({ id, purchaseId, title }) => (
    <>
      <Button size="sm" aria-label={`Ask again for the refund of ${title}`} onClick={() => onAgain(id)}>
        Ask again
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Give up the refund of ${title}`}
        onClick={() => onEnd(purchaseId)}
      >
        Give up
      </Button>
    </>
  )),
];

function EndDialog({
  refund: { purchaseId, title },
  onClose,
}: {
  refund: UnmadeRefund;
  onClose: () => void;
}) {
  return (
    <ReasonedActDialog
      name={`${DIALOG}-${purchaseId}`}
      title={`Give up the refund of ${title}`}
      description="Refunds still pending for this purchase are no longer requested. The house keeps what is there and settles with the buyer another way: say how."
      hint="The buyer reads it."
      action="Propose"
      isProposed
      variant="destructive"
      send={sendReason("POST /admin/purchases/{id}/end-refund", { id: purchaseId })}
      done={() => `The refund of ${title} is no longer requested.`}
      onClose={onClose}
    />
  );
}

/** Refunds that no provider made, and how admins end them. Absent while there are none. */
export default function RefundsSection() {
  const { data } = useQuery({ ...refundsQuery, refetchInterval: REFUNDS_EVERY_MS });
  const dialog = useAddressDialog();
  const { mutate } = useAdminMutation({
    send: (id: string) => command("POST /admin/refunds/{id}/retry", { params: { id }, body: {} }),
    done: () => "The provider is asked again.",
  });
  if (data === undefined || data.length === 0) return null;
  const ended = data.find(({ purchaseId }) => dialog.act === DIALOG && dialog.on === purchaseId);
  const columns = columnsFor(
    (id) => mutate(id),
    (purchaseId) => dialog.open(DIALOG, purchaseId),
  );
  return (
    <Card>
      <CardHeader id="refunds" title="Refunds that were not made" />
      <Notice tone="warn" className="mb-4">
        A buyer is waiting for this money. Check the provider's account, then ask again.
      </Notice>
      <DataTable caption="Refunds that were not made" columns={columns} rows={data} rowKey={({ id }) => id} />
      {ended && <EndDialog refund={ended} onClose={dialog.close} />}
    </Card>
  );
}
