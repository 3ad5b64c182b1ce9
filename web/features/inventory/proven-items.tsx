import type { ProvenItem } from "#domain/accounts/proven-item.ts";
import { CustodyBadge } from "#web/features/inventory/custody-badge.tsx";
import { money, readMoney } from "#web/lib/format.ts";
import { Fact, Hash } from "#web/ui/facts.tsx";

/** The copies at stake in a game, each with its value and whether it was in custody when it was staked. */
export function ProvenItems({ items }: { items: readonly ProvenItem[] }) {
  return items.map(({ limitedId, instance, value, inCustody }) => (
    <Fact
      key={`${limitedId} ${instance}`}
      label="Item"
      note={`Worth ${money(readMoney(value))} RBX when it was staked`}
      copy={instance}
    >
      <Hash>{`${limitedId}: ${instance}`}</Hash>
      <span className="mt-1 block">
        <CustodyBadge inCustody={inCustody} />
      </span>
    </Fact>
  ));
}
