import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { depositPath, STAKE_BARS } from "#web/features/inventory/stakeable.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";
import { EMPTY_INVENTORY } from "#web/features/live-coinflips/messages.ts";
import { copiesIn, type StakeableCopy, valueOfCopies } from "#web/features/live-coinflips/staked-copy.ts";
import { cx } from "#web/lib/cx.ts";
import { LINKED } from "#web/ui/button.tsx";
import { Rounded } from "#web/ui/charts/rounded.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** What is chosen of an inventory, and the ways to change it. */
export interface Selection {
  readonly copies: readonly StakeableCopy[];
  readonly selected: readonly StakeableCopy[];
  readonly toggle: (copy: StakeableCopy) => void;
  /** The copy that was chosen for the player, and has to be in sight. */
  readonly shown: string | null;
}

/** What distinguishes copies of an entry. */
function numberOf({ entry, number }: StakeableCopy): string {
  if (entry.serialNumber !== null) return `#${entry.serialNumber}`;
  return entry.quantity > 1 ? `${number} of ${entry.quantity}` : "";
}

/** What to know about a copy before choosing it. */
function notesOf(copy: StakeableCopy): readonly string[] {
  const onSight = copy.bar === "notInCustody" || copy.entry.inCustody ? "" : "Not in custody";
  return [numberOf(copy), copy.bar === null ? onSight : STAKE_BARS[copy.bar]].filter((note) => note !== "");
}

interface RowProps {
  readonly copy: StakeableCopy;
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly onToggle: () => void;
}

function Row({ copy, isChosen, isFull, onToggle }: RowProps) {
  const { entry, bar } = copy;
  const isOff = bar !== null || (isFull && !isChosen);
  return (
    <li data-copy={copy.key}>
      <label
        className={cx(
          "flex min-h-14 items-center gap-3 rounded-lg px-2 py-1.5 transition-colors",
          isOff ? "opacity-50" : "cursor-pointer hover:bg-raised",
          isChosen && "bg-raised",
        )}
      >
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          onChange={onToggle}
          className="size-5 shrink-0 accent-action"
        />
        <ItemPicture url={entry.limited.imageUrl} className="w-10" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-ink text-sm leading-snug [overflow-wrap:anywhere]">
            {entry.itemName}
          </span>
          <span className="block text-faint text-xs">{notesOf(copy).join(" · ")}</span>
        </span>
        <ItemValue value={entry.itemValue} className="text-sm" />
      </label>
      {bar === "notInCustody" && (
        <Link
          href={depositPath(entry.limited.id)}
          aria-label={`Deposit ${entry.itemName} to play`}
          className="ml-10 inline-flex min-h-11 items-center font-medium text-accent text-sm hover:underline"
        >
          Deposit to play
        </Link>
      )}
    </li>
  );
}

/** Scrolls the list, and nothing around it, to the copy that was chosen for the player. */
function useInSight(shown: string | null) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector<HTMLElement>(`[data-copy="${shown}"]`);
    if (!box || !row) return;
    box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
  }, [shown]);
  return list;
}

/** A checklist of the player's items, with the chosen ones and their value. */
export function ItemPicker({ selection }: { selection: Selection }) {
  const { data, error, refetch } = useQuery(inventoryQuery);
  const { copies, selected, toggle, shown } = selection;
  const list = useInSight(copies.length > 0 ? shown : null);
  const keys = new Set(selected.map(({ key }) => key));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-muted text-sm">
        Select Limiteds to Bet ({selected.length} selected)
      </legend>
      <div
        ref={list}
        // One height for every inventory: nothing moves when it arrives.
        className="relative h-60 overflow-y-auto rounded-control border border-line bg-sunken p-1"
      >
        {!data && <Unloaded {...{ error, refetch }} what="Your items" rows={4} className="h-14" />}
        {data && copies.length === 0 && (
          <div className="grid h-full content-center justify-items-center gap-1 px-3 text-sm">
            <p className="text-muted">{EMPTY_INVENTORY}</p>
            <Link href="/deposits" className={cx("inline-flex min-h-11 items-center", LINKED)}>
              Deposit limiteds
            </Link>
          </div>
        )}
        {copies.length > 0 && (
          <ul>
            {copies.map((copy) => (
              <Row
                key={copy.key}
                copy={copy}
                isChosen={keys.has(copy.key)}
                isFull={selected.length >= STAKED_ITEMS_MAX}
                onToggle={() => toggle(copy)}
              />
            ))}
          </ul>
        )}
      </div>
      <p role="status" className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold text-ink">
          Total Value:{" "}
          <Rounded as="compact" amount={valueOfCopies(selected)} currency="RBX" isCurrencyShown />
        </span>
        {selected.length >= STAKED_ITEMS_MAX && (
          <span className="text-warn">At most {STAKED_ITEMS_MAX} items.</span>
        )}
      </p>
    </fieldset>
  );
}

/** The copies of an inventory, those that can be staked first. */
export const stakeableCopies = (
  entries: Parameters<typeof copiesIn>[0] | undefined,
  itemsStaked: Parameters<typeof copiesIn>[1],
): readonly StakeableCopy[] =>
  [...copiesIn(entries ?? [], itemsStaked)].sort((a, b) => Number(a.bar !== null) - Number(b.bar !== null));
