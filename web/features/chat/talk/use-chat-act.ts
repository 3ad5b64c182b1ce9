import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorText, isUnauthorized } from "#web/lib/api/api.ts";
import { useKeyed } from "#web/lib/api/ask-again.ts";
import { toast } from "#web/lib/toast.ts";

interface Act<Input, Output> {
  /** Sends the command under a key of its own. */
  readonly send: (input: Input, key: string) => Promise<Output>;
  /** The confirmation shown to its actor. */
  readonly done: string;
}

/** Something that is done about a message or a player, after which the chat is asked for again. */
export function useChatAct<Input, Output>({ send, done }: Act<Input, Output>) {
  const queryClient = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: useKeyed(send),
    onSuccess: () => void toast({ title: "Done", description: done }),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({
        title: "Not done",
        description: errorText(error, "Please try again."),
        variant: "destructive",
      });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [route] }) => typeof route === "string" && route.includes(" /chat/"),
      });
    },
  });
}
