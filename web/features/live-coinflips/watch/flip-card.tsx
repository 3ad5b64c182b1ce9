import { Timer } from "lucide-react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { ItemIcons } from "#web/features/live-coinflips/create/staked-items.tsx";
import { CANCEL_FAILED, CANCELLED, GONE } from "#web/features/live-coinflips/messages.ts";
import { tellFailure, useCancel } from "#web/features/live-coinflips/use-commands.ts";
import {
  creatorName,
  currencyOf,
  kindOf,
  subtitleOf,
  timeLeft,
} from "#web/features/live-coinflips/watch/flip.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { cx } from "#web/lib/cx.ts";
import { readMoney } from "#web/lib/format.ts";
import { loginTo } from "#web/lib/page/leave.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Amount } from "#web/ui/amount.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Rounded } from "#web/ui/charts/rounded.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";

/** Values from here on are written as x.xK. */
const SHORT_FROM = minor("1000.00");

interface FlipCardProps {
  readonly flip: LiveCoinflip;
  /** It keeps its place in the list, but can no longer be joined. */
  readonly isGone?: boolean;
  /** The player who looks; null for a visitor. */
  readonly playerId: string | null;
  readonly now: number;
  readonly onJoin: () => void;
  /** A cancelled coinflip leaves the list with the button that had focus. */
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
        isUnavailable={isPending}
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

function Actions({ flip, playerId, onJoin, onCancelled }: Omit<FlipCardProps, "now" | "isGone">) {
  if (playerId === null) {
    return (
      <a href={loginTo(`/games/${flip.id}`)} className={buttonClass({ size: "sm" })}>
        Sign in to join
      </a>
    );
  }
  if (flip.creatorId === playerId) return <Own flip={flip} onCancelled={onCancelled} />;
  return (
    <UnlessSuspended>
      <Button size="sm" onClick={onJoin} aria-label={`Join ${creatorName(flip)}: ${subtitleOf(flip)}`}>
        Join
      </Button>
    </UnlessSuspended>
  );
}

/** What is at stake: to the cent below a thousand, short and with the exact figure as its note from there on. */
function Worth({ flip }: { flip: LiveCoinflip }) {
  const [amount, currency] = [readMoney(flip.totalValue), currencyOf(kindOf(flip))];
  const look = "font-semibold text-ink text-sm";
  if (amount < SHORT_FROM) return <Amount value={amount} currency={currency} className={look} />;
  return (
    <Rounded
      as="compact"
      amount={amount}
      currency={currency}
      isCurrencyShown
      className={cx("whitespace-nowrap", look)}
    />
  );
}

/** An open coinflip: creator, stake, time left and the join button. */
export function FlipCard(props: FlipCardProps) {
  const { flip, isGone, now } = props;
  const name = creatorName(flip);
  const kind = kindOf(flip);
  return (
    <li className="flex flex-wrap content-start items-center gap-x-4 gap-y-2.5 border-line border-t py-3 first:border-t-0 @3xl:nth-2:border-t-0">
      <Avatar name={name} url={flip.creator.profileImageUrl} className="size-10" />
      <div className="min-w-0 flex-1 basis-24">
        <p className="truncate font-semibold text-ink text-sm">{name}</p>
        <p className="truncate text-muted text-xs @lg:text-sm">{subtitleOf(flip)}</p>
      </div>
      <div className="text-right">
        <p className="text-faint text-xs">{kind === "items" ? "Items Value" : "Total Value"}</p>
        <Worth flip={flip} />
      </div>
      {/* As high with pictures as without, so that a coinflip that takes another's place moves none below it. */}
      <div className="flex min-h-10 basis-full flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex items-center gap-1.5 whitespace-nowrap text-faint text-xs">
          <Timer className="size-3.5 shrink-0" aria-hidden="true" />
          {!isGone && <span className="sr-only">Open for another </span>}
          {isGone ? GONE : timeLeft(Date.parse(flip.expiresAt) - now)}
        </p>
        <ItemIcons items={flip.betItems} />
        <div className="ml-auto flex items-center justify-end gap-1">{!isGone && <Actions {...props} />}</div>
      </div>
    </li>
  );
}
