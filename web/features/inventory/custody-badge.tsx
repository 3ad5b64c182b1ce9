import { Badge } from "#web/ui/badge.tsx";

/** Whether the house has a copy in custody. */
export function CustodyBadge({ inCustody }: { inCustody: boolean }) {
  return inCustody ? <Badge tone="gain">In custody</Badge> : <Badge tone="warn">Not in custody</Badge>;
}
