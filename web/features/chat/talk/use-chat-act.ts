import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastError } from "#web/lib/api/toast-error.ts";
import { toast } from "#web/lib/toast.ts";

interface Act<Input, Output> {
  /** Sends the command. */
  readonly send: (input: Input) => Promise<Output>;
  /** The confirmation shown to its actor. */
  readonly done: string;
}

/** An action on a message or a player, after which the chat is refetched. */
export function useChatAct<Input, Output>({ send, done }: Act<Input, Output>) {
  const queryClient = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: send,
    onSuccess: () => void toast({ title: "Done", description: done }),
    onError: (error) => toastError(error, "Please try again.", "Not done"),
    onSettled: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [route] }) => typeof route === "string" && route.includes(" /chat/"),
      });
    },
  });
}
