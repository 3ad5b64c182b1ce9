import { useMutation } from "@tanstack/react-query";
import type { Topic } from "#domain/features/topics.ts";
import { errorText, isUnauthorized } from "#web/lib/api/api.ts";
import { useKeyed } from "#web/lib/api/ask-again.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";

interface Told {
  readonly done: { readonly title: string; readonly description: string };
  /** What is said of a failure without words of its own. */
  readonly failed: string;
  /** What it changes, and is asked for again. */
  readonly topics: readonly Topic[];
  /** Called afterwards, whatever came of it. */
  readonly onSettled?: () => void;
}

/** Something a player does: sent once however often its answer is lost, and told by a toast. */
export function useToldMutation<Input, Output>(
  send: (input: Input, key: string) => Promise<Output>,
  { done, failed, topics, onSettled }: Told,
) {
  const live = useLive();
  return useMutation<Output, Error, Input>({
    mutationFn: useKeyed(send),
    onSuccess: () => toast(done),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, failed), variant: "destructive" });
    },
    onSettled: () => {
      live.changed(topics, null);
      onSettled?.();
    },
  });
}
