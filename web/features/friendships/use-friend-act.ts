import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as words from "#web/features/friendships/messages.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { toast } from "#web/lib/toast.ts";

interface Act<Output> {
  /** Sends the command, about a player, a name or a request. */
  readonly send: (about: string) => Promise<Output>;
  readonly done: (output: Output) => { readonly title: string; readonly description: string };
  readonly failed: string;
}

/** An action on a player, after which friends, requests and blocks are refetched. */
function useFriendAct<Output>({ send, done, failed }: Act<Output>) {
  const queryClient = useQueryClient();
  return useMutation<Output, Error, string>({
    mutationFn: send,
    onSuccess: (output) => void toast(done(output)),
    onError: (error) => toastError(error, "Please try again.", failed),
    onSettled: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [route] }) => typeof route === "string" && route.includes(" /social/"),
      });
    },
  });
}

/** Asks somebody, by name, to be friends. */
export const useAsk = () =>
  useFriendAct({
    send: (username) => command("POST /social/friend-requests", { body: { username } }),
    done: ({ status }) => (status === "accepted" ? words.ACCEPTED : words.ASKED),
    failed: words.ASK_FAILED,
  });

/** Accepts a request. */
export const useAccept = () =>
  useFriendAct({
    send: (id) => command("POST /social/friend-request/{id}/accept", { params: { id }, body: {} }),
    done: () => words.ACCEPTED,
    failed: words.ACCEPT_FAILED,
  });

/** Declines a request. */
export const useDecline = () =>
  useFriendAct({
    send: (id) => command("POST /social/friend-request/{id}/decline", { params: { id }, body: {} }),
    done: () => words.DECLINED,
    failed: words.DECLINE_FAILED,
  });

/** Takes an own request back. */
export const useCancel = () =>
  useFriendAct({
    send: (id) => command("DELETE /social/friend-requests/{id}", { params: { id } }),
    done: () => words.CANCELLED,
    failed: words.CANCEL_FAILED,
  });

/** Ends a friendship. */
export const useUnfriend = () =>
  useFriendAct({
    send: (id) => command("DELETE /social/friends/{id}", { params: { id } }),
    done: () => words.UNFRIENDED,
    failed: words.UNFRIEND_FAILED,
  });

/** Blocks a player. */
export const useBlock = () =>
  useFriendAct({
    send: (userId) => command("POST /social/blocks", { body: { userId } }),
    done: () => words.BLOCKED,
    failed: words.BLOCK_FAILED,
  });

/** Ends a block. */
export const useUnblock = () =>
  useFriendAct({
    send: (id) => command("DELETE /social/blocks/{id}", { params: { id } }),
    done: () => words.UNBLOCKED,
    failed: words.UNBLOCK_FAILED,
  });
