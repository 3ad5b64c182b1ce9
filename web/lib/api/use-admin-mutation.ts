import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isSignInStale, signInAgain } from "#web/lib/api/fresh-sign-in.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { toast } from "#web/lib/toast.ts";

interface Act<Input, Output> {
  /** Sends the command. */
  readonly send: (input: Input) => Promise<Output>;
  /** The confirmation, unless it waits for a second admin. */
  readonly done: (output: Output, input: Input) => string;
  readonly onDone?: () => void;
}

const PROPOSED =
  "Nothing has changed yet: another admin has to confirm it within 24 hours, under 'Needs a second admin'.";

/** Whether what was asked for waits for a second admin. */
const isProposed = (output: unknown): boolean =>
  typeof output === "object" && output !== null && "proposal" in output;

/**
 * An admin's act, sent once even if answers are lost. The console is refetched afterwards, even after a refusal, since
 * the screen may be outdated.
 */
export function useAdminMutation<Input, Output>({ send, done, onDone }: Act<Input, Output>) {
  const queryClient = useQueryClient();
  const { username } = useUser();
  return useMutation<Output, Error, Input>({
    mutationFn: send,
    onSuccess: (output, input) => {
      if (isProposed(output)) toast({ title: "Proposed", description: PROPOSED });
      else toast({ title: "Done", description: done(output, input) });
      onDone?.();
    },
    onError: (error) => {
      if (isSignInStale(error)) return signInAgain(username);
      toastError(error, "Please try again.", "Not done");
    },
    onSettled: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [route] }) => typeof route === "string" && route.includes(" /admin/"),
      });
    },
  });
}
