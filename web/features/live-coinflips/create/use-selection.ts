import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { type Selection, stakeableCopies } from "#web/features/live-coinflips/create/item-picker.tsx";
import type { StakeableCopy } from "#web/features/live-coinflips/staked-copy.ts";
import { useSession } from "#web/lib/api/session.ts";
import { gameLimitsQuery } from "#web/lib/stakes/game-limits.ts";

/** A selection that can also be set at once. */
export interface FullSelection extends Selection {
  /** Whether it is known what the player has. */
  readonly isKnown: boolean;
  readonly choose: (copies: readonly StakeableCopy[]) => void;
}

/**
 * Tracks the chosen items; one that can no longer be staked is dropped automatically.
 * @param first the entry of the inventory of which a copy is chosen from the beginning
 * @param custodyAlone whether only items in custody can be chosen, whatever this log's games take
 */
export function useSelection(first?: number, custodyAlone = false): FullSelection {
  const isSignedIn = useSession().status === "signed-in";
  const { data } = useQuery({ ...inventoryQuery, enabled: isSignedIn });
  const { data: limits } = useQuery({ ...gameLimitsQuery, enabled: isSignedIn });
  const itemsStaked = custodyAlone ? "custody" : limits?.itemsStaked;
  const copies = useMemo(() => stakeableCopies(data, itemsStaked), [data, itemsStaked]);
  const chosenFirst = first === undefined ? null : `${first}-1`;
  const [keys, setKeys] = useState<readonly string[]>(chosenFirst === null ? [] : [chosenFirst]);
  const [shown, setShown] = useState(chosenFirst);
  const selected = copies.filter(({ key, bar }) => keys.includes(key) && bar === null);
  return {
    copies,
    selected,
    shown,
    isKnown: data !== undefined,
    toggle: ({ key }) =>
      setKeys((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key])),
    choose: (chosen) => {
      setKeys(chosen.map(({ key }) => key));
      setShown(chosen[0]?.key ?? null);
    },
  };
}
