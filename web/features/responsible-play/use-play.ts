import { useMutation } from "@tanstack/react-query";
import { FAILED } from "#web/features/responsible-play/messages.ts";
import { call } from "#web/lib/api/api.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { useLive } from "#web/lib/live/live.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { toast } from "#web/lib/toast.ts";

/**
 * Does what a player decides of their own play once, even if answers are lost.
 * @param send makes the call
 * @param done what is said once it is done; null where the page says it
 */
export function usePlayCommand<I extends object, A extends { readonly position: number }>(
  send: (input: I) => Promise<A>,
  done: (answer: A) => string | null,
) {
  const live = useLive();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      live.changed(["responsible-play"], answer.position);
      const title = done(answer);
      if (title !== null) toast({ title });
    },
    onError: (error) => toastError(error, FAILED),
  });
}

/** Leads to the page of the verification service, of the check that is open or a new one. */
export const useAgeCheck = () =>
  useMutation({
    mutationFn: () => call("POST /responsible-play/age/check", { body: { confirm: true } }),
    onSuccess: ({ url }) => leaveTo(url),
    onError: (error) => toastError(error, FAILED),
  });
