import type { Deposit } from "#domain/features/deposits/contract.ts";
import { STATUSES, TYPES } from "#web/features/deposits/messages.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { cx } from "#web/lib/cx.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { SideMark } from "#web/ui/coin/side-mark.tsx";

const TYPE_TONES = { roblox_limited: "accent", rbx: "rbx", tix: "tix" } as const;
const STATUS_TONES: { readonly [S in Deposit["status"]]: Tone } = {
  pending: "waiting",
  completed: "gain",
  rejected: "loss",
  cancelled: "neutral",
  reversed: "loss",
};
const MARK_LOOKS = { rbx: "bg-rbx-deep text-rbx", tix: "bg-tix-deep text-tix" } as const;

/** A deposit's subject and status. */
export function DepositBadges({ type, status }: Pick<Deposit, "type" | "status">) {
  return (
    <div className="flex flex-wrap gap-2">
      <Badge tone={TYPE_TONES[type]}>{TYPES[type]}</Badge>
      <Badge tone={STATUS_TONES[status]}>{STATUSES[status]}</Badge>
    </div>
  );
}

/** The picture of a deposit: the item, or the currency's mark. */
export function DepositPicture({ type, limited }: Pick<Deposit, "type" | "limited">) {
  if (type === "roblox_limited") return <ItemPicture url={limited?.imageUrl ?? ""} className="w-12" />;
  return (
    <span className={cx("grid size-12 shrink-0 place-items-center rounded-control", MARK_LOOKS[type])}>
      <SideMark side={type} className="size-6" />
    </span>
  );
}
