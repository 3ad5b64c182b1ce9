import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as words from "#web/features/friendships/messages.ts";
import { call } from "#web/lib/api/api.ts";
import { useKeyed } from "#web/lib/api/ask-again.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { toast } from "#web/lib/toast.ts";

interface Act<Output> {
  /** Sends the command under a key of its own; it is about a player, a name or a request. */
  readonly send: (about: string, idempotencyKey: string) => Promise<Output>;
  readonly done: (output: Output) => { readonly title: string; readonly description: string };
  readonly failed: string;
}

/** An action on a player, after which friends, requests and blocks are refetched. */
function useFriendAct<Output>({ send, done, failed }: Act<Output>) {
  const queryClient = useQueryClient();
  return useMutation<Output, Error, string>({
    mutationFn: useKeyed(send),
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
    send: (username, idempotencyKey) =>
      call("POST /social/friend-requests", { body: { username }, idempotencyKey }),
    done: ({ status }) => (status === "accepted" ? words.ACCEPTED : words.ASKED),
    failed: words.ASK_FAILED,
  });

/** Accepts a request. */
export const useAccept = () =>
  useFriendAct({
    send: (id, idempotencyKey) =>
      call("POST /social/friend-request/{id}/accept", { params: { id }, body: {}, idempotencyKey }),
    done: () => words.ACCEPTED,
    failed: words.ACCEPT_FAILED,
  });

/** Declines a request. */
export const useDecline = () =>
  useFriendAct({
    send: (id, idempotencyKey) =>
      call("POST /social/friend-request/{id}/decline", { params: { id }, body: {}, idempotencyKey }),
    done: () => words.DECLINED,
    failed: words.DECLINE_FAILED,
  });

/** Takes an own request back. */
export const useCancel = () =>
  useFriendAct({
    send: (id, idempotencyKey) =>
      call("DELETE /social/friend-requests/{id}", { params: { id }, idempotencyKey }),
    done: () => words.CANCELLED,
    failed: words.CANCEL_FAILED,
  });

/** Ends a friendship. */
export const useUnfriend = () =>
  useFriendAct({
    send: (id, idempotencyKey) => call("DELETE /social/friends/{id}", { params: { id }, idempotencyKey }),
    done: () => words.UNFRIENDED,
    failed: words.UNFRIEND_FAILED,
  });

/** Blocks a player. */
export const useBlock = () =>
  useFriendAct({
    send: (userId, idempotencyKey) => call("POST /social/blocks", { body: { userId }, idempotencyKey }),
    done: () => words.BLOCKED,
    failed: words.BLOCK_FAILED,
  });

/** Ends a block. */
export const useUnblock = () =>
  useFriendAct({
    send: (id, idempotencyKey) => call("DELETE /social/blocks/{id}", { params: { id }, idempotencyKey }),
    done: () => words.UNBLOCKED,
    failed: words.UNBLOCK_FAILED,
  });
