import { useMutation } from "@tanstack/react-query";
import type { Topic } from "#domain/features/topics.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";

interface Told {
  readonly done: { readonly title: string; readonly description: string };
  /** What is said of a failure without words of its own. */
  readonly failed: string;
  /** The queries that it changes and refetches. */
  readonly topics: readonly Topic[];
  /** Called afterwards, whatever came of it. */
  readonly onSettled?: () => void;
}

/** A player's act, sent once even if answers are lost, and reported by a toast. */
export function useToldMutation<Input, Output>(
  send: (input: Input) => Promise<Output>,
  { done, failed, topics, onSettled }: Told,
) {
  const live = useLive();
  return useMutation<Output, Error, Input>({
    mutationFn: send,
    onSuccess: () => toast(done),
    onError: (error) => toastError(error, failed),
    onSettled: () => {
      live.changed(topics, null);
      onSettled?.();
    },
  });
}
