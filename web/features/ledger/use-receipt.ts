import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CheckedReceipt } from "#web/features/ledger/check-receipt.ts";
import { keysQuery, receiptQuery } from "#web/features/ledger/queries.ts";
import { saveJson } from "#web/lib/page/save-file.ts";

/** The name under which a receipt is kept. @example receiptFileName(42) // "florin-receipt-42.json" */
export const receiptFileName = (position: number): string => `florin-receipt-${position}.json`;

/** Checks something that may be a receipt against the ledger's keys. */
export function useReceiptCheck<T>(read: (input: T) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: T): Promise<CheckedReceipt> => {
      const [candidate, { keys }, { checkReceipt }] = await Promise.all([
        read(input),
        queryClient.ensureQueryData(keysQuery),
        import("#web/features/ledger/check-receipt.ts"),
      ]);
      return checkReceipt(candidate, keys);
    },
  });
}

/** The actions on a receipt: download and verify. */
export function useReceipt(position: number) {
  const queryClient = useQueryClient();
  const fetchReceipt = () => queryClient.ensureQueryData(receiptQuery(position));
  const check = useReceiptCheck<void>(fetchReceipt);
  const save = useMutation({
    mutationFn: async () => saveJson(receiptFileName(position), await fetchReceipt()),
  });
  return { check, save };
}
