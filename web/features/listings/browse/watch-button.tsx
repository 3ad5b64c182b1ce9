import { useMutation, useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { WATCH_FAILED } from "#web/features/listings/messages.ts";
import { watchlistQuery } from "#web/features/listings/queries.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { cx } from "#web/lib/cx.ts";
import { useLive } from "#web/lib/live/live.ts";

/** Watches a listing, or no more. */
export function WatchButton({ listing: { id, title } }: { listing: ListingShown }) {
  const live = useLive();
  const { data = [] } = useQuery(watchlistQuery);
  const isWatched = data.some((one) => one.id === id);
  const { mutate, isPending } = useMutation({
    mutationFn: (watch: boolean) =>
      command(watch ? "POST /shop/watchlist" : "DELETE /shop/watchlist", { body: { listingId: id } }),
    onError: (error) => toastError(error, WATCH_FAILED),
    onSettled: () => live.changed(["shop"], null),
  });
  return (
    <button
      type="button"
      aria-pressed={isWatched}
      aria-label={`Watch ${title}`}
      disabled={isPending}
      onClick={() => mutate(!isWatched)}
      className="grid size-11 sm:size-9 place-items-center rounded-full border border-line bg-panel/90 text-muted hover:text-ink"
    >
      <Star className={cx("size-4", isWatched && "fill-warn text-warn")} aria-hidden="true" />
    </button>
  );
}
