import { useMutation, useQueryClient } from "@tanstack/react-query";
import { passkeysQuery, securityQuery } from "#web/features/second-factors/queries.ts";
import { isSignInStale, signInAgain } from "#web/lib/api/fresh-sign-in.ts";
import { useUser } from "#web/lib/api/session.ts";

/** A change of the player's factors. Where there is none yet it leads through a new sign-in. */
export function useChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  onDone: (output: Output) => void,
) {
  const queryClient = useQueryClient();
  const { username } = useUser();
  return useMutation<Output, Error, Input>({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      if (isSignInStale(error)) signInAgain(username);
    },
    onSettled: () =>
      Promise.all(
        [securityQuery, passkeysQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
