import { useState } from "react";

/**
 * A form's draft and its faults, which are shown on sending and cleared by the next change.
 * @example const { draft, faults, setFaults, change } = useDraft<Draft, Faults>(NEW_DRAFT);
 */
export function useDraft<D extends object, F extends object>(initial: D) {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<Partial<F>>({});
  const change = (part: Partial<D>) => {
    setDraft({ ...draft, ...part });
    setFaults({});
  };
  return { draft, faults, setFaults, change };
}
