import { Timer } from "lucide-react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { creatorName, currencyOf, kindOf, subtitleOf, timeLeft } from "#web/features/live-coinflips/flip.ts";
import { CANCEL_FAILED, CANCELLED } from "#web/features/live-coinflips/messages.ts";
import { ItemIcons } from "#web/features/live-coinflips/staked-items.tsx";
import { tellFailure, useCancel } from "#web/features/live-coinflips/use-commands.ts";
import { LOGIN_PATH } from "#web/lib/leave.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Amount } from "#web/ui/amount.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";

interface FlipCardProps {
  readonly flip: LiveCoinflip;
  /** The player who looks; null for a visitor. */
  readonly playerId: string | null;
  readonly now: number;
  readonly onJoin: () => void;
  /** An own coinflip was taken back, and leaves the list with the button that had focus. */
  readonly onCancelled: () => void;
}

function Own({ flip, onCancelled }: Pick<FlipCardProps, "flip" | "onCancelled">) {
  const { mutate, isPending } = useCancel();
  const cancel = () =>
    mutate(flip.id, {
      onSuccess: () => {
        toast(CANCELLED);
        onCancelled();
      },
      onError: (error) => tellFailure(error, CANCEL_FAILED),
    });
  return (
    <>
      <ActionButton
        size="sm"
        variant="ghost"
        isResting={isPending}
        onClick={cancel}
        aria-label={`Cancel your coinflip, ${subtitleOf(flip)}`}
      >
        {isPending ? "Cancelling..." : "Cancel"}
      </ActionButton>
      <Button size="sm" disabled>
        Your Game
      </Button>
    </>
  );
}

function Actions({ flip, playerId, onJoin, onCancelled }: Omit<FlipCardProps, "now">) {
  if (playerId === null) {
    return (
      <a href={LOGIN_PATH} className={buttonClass({ size: "sm" })}>
        Sign in to join
      </a>
    );
  }
  if (flip.creatorId === playerId) return <Own flip={flip} onCancelled={onCancelled} />;
  return (
    <Button size="sm" onClick={onJoin} aria-label={`Join ${creatorName(flip)}: ${subtitleOf(flip)}`}>
      Join
    </Button>
  );
}

/** An open coinflip: whose, for what, until when, and the way in. */
export function FlipCard(props: FlipCardProps) {
  const { flip, now } = props;
  const name = creatorName(flip);
  const kind = kindOf(flip);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-line border-t py-3 first:border-t-0">
      <Avatar name={name} url={flip.creator.profileImageUrl} className="size-10" />
      <div className="min-w-0 flex-1 basis-24">
        <p className="truncate font-semibold text-ink text-sm">{name}</p>
        <p className="truncate text-muted text-xs @lg:text-sm">{subtitleOf(flip)}</p>
      </div>
      <div className="hidden @3xl:block">
        <ItemIcons items={flip.betItems} />
      </div>
      <div className="text-right @3xl:min-w-28">
        <p className="text-faint text-xs">{kind === "items" ? "Items Value" : "Total Value"}</p>
        <Amount
          value={flip.totalValue}
          currency={currencyOf(kind)}
          className="font-semibold text-ink text-sm"
        />
      </div>
      <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-2 @3xl:basis-auto @3xl:flex-nowrap">
        <p className="flex items-center gap-1.5 whitespace-nowrap text-faint text-xs @3xl:w-20">
          <Timer className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">Open for another </span>
          {timeLeft(Date.parse(flip.expiresAt) - now)}
        </p>
        <div className="@3xl:hidden">
          <ItemIcons items={flip.betItems} />
        </div>
        <div className="ml-auto flex items-center justify-end gap-1 @3xl:min-w-46">
          <Actions {...props} />
        </div>
      </div>
    </li>
  );
}
