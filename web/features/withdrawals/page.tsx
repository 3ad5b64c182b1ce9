import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { DESCRIPTION, EMPTY, TITLE } from "#web/features/withdrawals/messages.ts";
import { OwnDialog, RequestDialog } from "#web/features/withdrawals/own-dialogs.tsx";
import { withdrawalsQuery } from "#web/features/withdrawals/queries.ts";
import { type OwnAct, WithdrawalRow } from "#web/features/withdrawals/withdrawal-row.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useAddress } from "#web/lib/address.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { LoadedList } from "#web/ui/lists/loaded-list.tsx";

const HEADING = { title: TITLE, description: DESCRIPTION };

/** Placeholder rows of the player's withdrawals. */
const SKELETONS = 3;
/** Names the entry of the inventory that is to be withdrawn. */
const ITEM = "item";

const ToItems = () => (
  <Link href="/my-limiteds" className={buttonClass({ variant: "secondary" })}>
    My limiteds
  </Link>
);

/** The item that the address names, if it can be withdrawn. */
function Asked() {
  const { get, change } = useAddress();
  const { data } = useQuery(inventoryQuery);
  const entry = data?.find(({ id, inCustody, inPlay }) => String(id) === get(ITEM) && inCustody && !inPlay);
  return entry ? <RequestDialog entry={entry} onClose={() => change({ [ITEM]: undefined })} /> : null;
}

function History() {
  const [asked, setAsked] = useState<{ act: OwnAct; withdrawal: WithdrawalShown } | null>(null);
  const query = useQuery(withdrawalsQuery);
  return (
    <Card>
      <CardHeader title="Your Withdrawals" />
      <LoadedList of="Your withdrawals" query={query} rows={SKELETONS} rowClassName="h-32" empty={EMPTY}>
        {(withdrawal) => (
          <WithdrawalRow
            key={withdrawal.id}
            withdrawal={withdrawal}
            onAct={(act) => setAsked({ act, withdrawal })}
          />
        )}
      </LoadedList>
      {asked && <OwnDialog {...asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} actions={<ToItems />} />;

/** The player's withdrawals of items and their status. */
export default function WithdrawalsPage() {
  return (
    <>
      <PageHeading {...HEADING} actions={<ToItems />} />
      <History />
      <Asked />
    </>
  );
}
