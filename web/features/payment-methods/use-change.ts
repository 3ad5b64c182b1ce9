import { useMutation, useQueryClient } from "@tanstack/react-query";
import { paymentMethodsQuery } from "#web/features/payment-methods/queries.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { toast } from "#web/lib/toast.ts";

const FAILED = "The payment method was not saved. Please try again.";

/** Changes the player's payment methods, and says what became of it. */
export function useChange<I>(send: (input: I) => Promise<unknown>, done: string, onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
      toast({ title: "Saved", description: done });
      onDone?.();
    },
    onError: (error) => {
      // A method may have been removed in another window.
      void queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
      toastError(error, FAILED);
    },
  });
}
