import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { LockedAnswer, openRequestSchema } from "#domain/features/live-coinflips/contract.ts";
import type { Topic } from "#domain/features/topics.ts";
import { CONNECTION_LOST } from "#web/features/live-coinflips/messages.ts";
import { ensureOwnSeed } from "#web/features/seed-pairs/client-seed.ts";
import { type Answer, errorText, isOpen, isUnauthorized } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";

/** What the request of a new coinflip says. */
type NewFlip = z.input<typeof openRequestSchema>;
export type JoinAnswer = Answer<"POST /live-coinflips/{id}/join">;
/** What a join stakes: nothing for a currency, the chosen items against items. */
export type JoinBody = { readonly betItems?: NonNullable<NewFlip["betItems"]> };

/** Everything that opening, joining or taking back a coinflip changes. */
const CHANGED: readonly Topic[] = ["coinflips", "balance", "inventory"];

/** The sentence of a refusal, or of an answer that never came. */
export const failureText = (error: unknown, fallback: string): string =>
  isOpen(error) ? CONNECTION_LOST : errorText(error, fallback);

/** Shows why a command failed; the session watcher shows that a session ended. */
export function tellFailure(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  toast({ title: "Error", description: failureText(error, fallback), variant: "destructive" });
}

/** Opens a coinflip by a call, with a client seed of this browser's own. */
export function useOpening<B>(
  open: (body: B) => Promise<{ readonly position: number }>,
  { onOpened, onFailed }: { readonly onOpened?: () => void; readonly onFailed: (error: Error) => void },
) {
  const queryClient = useQueryClient();
  const live = useLive();
  return useMutation({
    mutationFn: async (body: B) => {
      await ensureOwnSeed(queryClient);
      return open(body);
    },
    onSuccess: ({ position }) => {
      live.changed(CHANGED, position);
      onOpened?.();
    },
    onError: onFailed,
  });
}

interface Join {
  readonly id: string;
  readonly body: JoinBody;
}

/** Joins a coinflip; the answer says how it came out, or that it is locked. */
export function useJoin() {
  const queryClient = useQueryClient();
  const live = useLive();
  return useMutation({
    mutationFn: async ({ id, body }: Join): Promise<JoinAnswer | LockedAnswer> => {
      await ensureOwnSeed(queryClient);
      return command("POST /live-coinflips/{id}/join", { params: { id }, body });
    },
    // A refusal, too, says that the list is not what it was.
    onSettled: () => live.changed(CHANGED, null),
  });
}

/** Takes an open coinflip back. */
export function useCancel() {
  const live = useLive();
  return useMutation({
    mutationFn: (id: string) => command("POST /live-coinflips/{id}/cancel", { params: { id }, body: {} }),
    onSettled: () => live.changed(CHANGED, null),
  });
}
