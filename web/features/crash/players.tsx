import type { GameRound, RoundBet } from "#domain/features/game-rounds/contract.ts";
import { RoundPeople } from "#web/features/game-rounds/round-people.tsx";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney, times } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/players/avatar.tsx";

interface PlayersProps {
  /** Undefined while it loads. */
  readonly round: GameRound | null | undefined;
  readonly playerId: string;
  readonly isBusted: boolean;
}

/** A bet's result, beside its stake. */
function Outcome({ bet, isBusted }: { bet: RoundBet; isBusted: boolean }) {
  if (bet.multiplier !== null) {
    return (
      <span className="text-right">
        <span className="block font-semibold text-gain">{times(bet.multiplier)}</span>
        <span className="block text-gain text-xs">+{money(readMoney(bet.winAmount ?? "0"))}</span>
      </span>
    );
  }
  return <span className={isBusted ? "text-loss" : "text-faint"}>{isBusted ? "Lost" : "In"}</span>;
}

/** Everybody in a round, the player's own bet first, then by stake. */
export function Players({ round, playerId, isBusted }: PlayersProps) {
  const isOwn = ({ player }: RoundBet) => player.id === playerId;
  const bets = (round?.bets ?? []).toSorted(
    (a, b) =>
      Number(isOwn(b)) - Number(isOwn(a)) ||
      Number(readMoney(b.betAmount) - readMoney(a.betAmount)) ||
      a.seq - b.seq,
  );
  return (
    <RoundPeople name="Players" count={bets.length} isLoading={round === undefined}>
      {bets.map((bet) => (
        <li
          key={bet.seq}
          className={cx(
            "grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto_4.5rem] items-center gap-x-3 px-2 py-1.5 text-sm tabular-nums",
            isOwn(bet) && "rounded-lg bg-accent/10",
          )}
        >
          <Avatar name={bet.player.username} url={bet.player.profileImageUrl} className="size-7" />
          <span className="truncate font-medium text-ink">
            {bet.player.username}
            {isOwn(bet) && <span className="text-accent"> (you)</span>}
          </span>
          <span className="text-muted">{money(readMoney(bet.betAmount))}</span>
          <span className="justify-self-end">
            <Outcome bet={bet} isBusted={isBusted} />
          </span>
        </li>
      ))}
    </RoundPeople>
  );
}
