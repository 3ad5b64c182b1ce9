import type { GameRound, RoundBet } from "#domain/features/game-rounds/contract.ts";
import { RoundPeople } from "#web/features/game-rounds/round-people.tsx";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/players/avatar.tsx";

/** Alternating colours of the strip; the player's own part has the accent. */
const PARTS = ["bg-steel-dark", "bg-steel"] as const;

/** A place in the pot in percent of it. @example shareOf("25.00", "100.00") // 25 */
export const shareOf = (amount: string, pot: string): number => {
  const whole = readMoney(pot);
  return whole === 0n ? 0 : Number((readMoney(amount) * 1_000_000n) / whole) / 10_000;
};

/** The tickets of an entry: the first and the last of all. @example "1,250.00 to 1,749.99 of 5,000.00" */
export const ticketsText = ({ from, to }: Pick<RoundBet, "from" | "to">, pot: string): string =>
  from === null || to === null
    ? ""
    : `${money(readMoney(from))} to ${money(readMoney(to) - 1n)} of ${money(readMoney(pot))}`;

/** The pot in true proportion, and the drawn ticket in its true place. */
export function PotStrip({ round, playerId }: { round: GameRound | null; playerId: string }) {
  const { bets = [], pot = "0", ticket = null } = round ?? {};
  return (
    <div className="relative pt-3" aria-hidden="true" data-testid="pot-strip">
      <div className="flex h-10 overflow-hidden rounded-control border border-line-strong bg-sunken">
        {bets.map((bet, index) => (
          <span
            key={bet.id}
            style={{ width: `${shareOf(bet.betAmount, pot)}%` }}
            className={cx("h-full", bet.player.id === playerId ? "bg-accent" : PARTS[index % PARTS.length])}
          />
        ))}
      </div>
      <span
        data-testid="drawn-ticket"
        style={{ left: `${ticket === null ? 0 : shareOf(ticket, pot)}%` }}
        className={cx(
          "absolute top-0 h-13 w-0.5 bg-action transition-[left] duration-[5s] ease-out",
          ticket === null && "invisible",
        )}
      />
    </div>
  );
}

/** Every entry of a round: who, how much, which tickets, and how likely they win. */
export function Entries({ round, playerId }: { round: GameRound | null | undefined; playerId: string }) {
  const bets = round?.bets ?? [];
  return (
    <RoundPeople name="Entries" count={bets.length} isLoading={round === undefined}>
      {bets.map((bet) => (
        <li
          key={bet.id}
          className={cx(
            "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2 text-sm",
            bet.player.id === playerId && "rounded-lg bg-accent/10",
          )}
        >
          <Avatar name={bet.player.username} url={bet.player.profileImageUrl} className="size-8" />
          <span className="min-w-0">
            <span className="block truncate font-medium text-ink">
              {bet.player.username}
              {bet.player.id === playerId && <span className="text-accent"> (you)</span>}
            </span>
            <span className="block text-faint text-xs tabular-nums">
              Tickets {ticketsText(bet, round?.pot ?? "0")}
            </span>
          </span>
          <span className="text-right tabular-nums">
            <span className="block font-semibold text-ink">{money(readMoney(bet.betAmount))}</span>
            <span className="block text-muted text-xs">{bet.chance}%</span>
          </span>
        </li>
      ))}
    </RoundPeople>
  );
}
