import { Link } from "wouter";
import type { AuditEntry, BalanceAt } from "#domain/features/audit/contract.ts";
import { changeText } from "#web/features/ledger/labels.ts";
import { accountPath, playerPath } from "#web/layout/console/admin-paths.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { LINKED } from "#web/ui/button.tsx";
import type { TableColumn } from "#web/ui/lists/data-table.tsx";
import { NameOfAccount, NameOfAsset } from "#web/ui/named.tsx";

type Amount = AuditEntry["delta"];

/** What an account held: money to the cent, copies as whole numbers. */
export const heldText = (amount: Amount): string =>
  typeof amount === "string" ? money(readMoney(amount)) : String(amount);

/** A change by sign and colour. */
export function Change({ delta }: { delta: Amount }) {
  return (
    <span
      className={cx(
        "whitespace-nowrap font-semibold",
        String(delta).startsWith("-") ? "text-loss" : "text-gain",
      )}
    >
      {changeText(delta)}
    </span>
  );
}

/** An asset, and of a copy the name of its item. */
export const Asset = ({ asset }: { asset: string }) => (
  <span className="block min-w-24 max-w-64 lg:min-w-40 [overflow-wrap:anywhere]">
    {asset}
    <span className="block">
      <NameOfAsset asset={asset} />
    </span>
  </span>
);

const PLAYER = "player:";

/** An account by its name, leading to its books: those of a player are part of their file. */
export function AccountLink({ account }: { account: string }) {
  const href = account.startsWith(PLAYER) ? playerPath(account.slice(PLAYER.length)) : accountPath(account);
  return (
    <span>
      <Link href={href} className={cx("tap", LINKED, "break-all font-mono text-xs")}>
        {account}
      </Link>
      <NameOfAccount account={account} />
    </span>
  );
}

interface LegProps {
  readonly leg: AuditEntry["otherLegs"][number];
  /** Whether amounts of several end in one column, where there is room. */
  readonly isAligned?: boolean;
}

/** One leg of an event: amount, asset and account. */
export function Leg({ leg, isAligned = false }: LegProps) {
  const look = "flex flex-wrap items-baseline gap-x-2";
  return (
    <span className={cx(look, isAligned && "sm:grid sm:grid-cols-[minmax(0,24rem)_8rem_minmax(0,1fr)]")}>
      <AccountLink account={leg.account} />
      {/* An amount and its currency move to the next line together. */}
      <span className={cx(look, isAligned && "sm:contents sm:*:first:text-right")}>
        <Change delta={leg.delta} />
        <span className="text-faint text-xs">
          {leg.asset}
          <NameOfAsset asset={leg.asset} />
        </span>
      </span>
    </span>
  );
}

/** Legs shown before the rest is folded. */
const LEGS_UNFOLDED = 1;

interface OtherLegsProps {
  readonly entry: Pick<AuditEntry, "asset" | "otherLegs" | "otherLegsTotal">;
}

/** The other legs of an entry's event: one of the same asset, and the rest folded behind their number. */
export function OtherLegs({ entry: { asset, otherLegs, otherLegsTotal: total } }: OtherLegsProps) {
  const legs = otherLegs.toSorted((a, b) => Number(b.asset === asset) - Number(a.asset === asset));
  const folded = legs.slice(LEGS_UNFOLDED);
  return (
    <div className="min-w-40">
      {legs.slice(0, LEGS_UNFOLDED).map((leg) => (
        <Leg key={leg.leg} leg={leg} />
      ))}
      {folded.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-lg text-muted text-xs underline decoration-dotted underline-offset-4 hover:text-ink">
            +{total - LEGS_UNFOLDED} {total - LEGS_UNFOLDED === 1 ? "leg" : "legs"}
          </summary>
          <div className="space-y-0.5">
            {folded.map((leg) => (
              <Leg key={leg.leg} leg={leg} />
            ))}
            {total > legs.length && (
              <span className="block text-faint text-xs">and {total - legs.length} more</span>
            )}
          </div>
        </details>
      )}
    </div>
  );
}

/** What an account holds, an asset a row. */
export const HOLDING_COLUMNS: readonly TableColumn<BalanceAt["holdings"][number]>[] = [
  { title: "Asset", isHeader: true, cell: ({ asset }) => <Asset asset={asset} /> },
  {
    title: "Amount",
    isNumeric: true,
    cell: ({ amount }) => <span className="font-semibold text-ink">{heldText(amount)}</span>,
  },
];
