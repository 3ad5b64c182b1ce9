import { useQuery } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { LiveBet } from "#domain/features/house-flips/contract.ts";
import { figureNote, figureOf, isOfItems, isProvedHere } from "#web/features/house-flips/game-words.ts";
import {
  LIVE_BETS,
  liveBetsQuery,
  recentGamesQuery,
  type WantedBets,
} from "#web/features/house-flips/queries.ts";
import { StakedBadge } from "#web/features/house-flips/staked-badge.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney, timeOfDay } from "#web/lib/format.ts";
import { GAME_NAMES } from "#web/lib/games/games.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/**
 * The feed as the player may see it: their own bet appears once its coin has landed, together with the opponent's of
 * the same game. Other bets appear at once.
 */
export function visibleBets(
  bets: readonly LiveBet[],
  own: { readonly playerId: string; readonly newestGame: number },
): readonly LiveBet[] {
  const isAhead = (bet: LiveBet) => bet.player.id === own.playerId && bet.position > own.newestGame;
  const ahead = new Set(bets.filter(isAhead).map(({ id }) => id));
  return bets.filter(({ id }) => !ahead.has(id)).slice(0, LIVE_BETS);
}

const BETTOR = "flex min-w-0 items-center gap-2.5";

/** Who bet, with the way to what proves it where this log has it. */
function Bettor({ bet, children }: { bet: LiveBet; children: ReactNode }) {
  if (!isProvedHere(bet)) return <span className={BETTOR}>{children}</span>;
  return (
    <Link href={`/games/${bet.id}`} className={cx("tap rounded-lg hover:underline", BETTOR)}>
      {children}
    </Link>
  );
}

function BetRow({ bet }: { bet: LiveBet }) {
  return (
    <tr className="animate-new-row border-line border-t first:border-t-0 *:py-2.5 *:align-middle">
      <td className="max-w-0 pr-3">
        <Bettor bet={bet}>
          <Avatar name={bet.player.username} url={bet.player.profileImageUrl} className="size-7" />
          {/* In two lines on a phone, where one would leave nothing of the game's title. */}
          <span className="min-w-0 font-medium text-ink text-sm sm:truncate">
            <span className="max-sm:block max-sm:truncate">{bet.player.username}</span>{" "}
            {bet.userGame && (
              <span className="font-normal text-muted max-sm:block max-sm:truncate max-sm:text-xs">
                in <bdi>{bet.userGame.title}</bdi>
              </span>
            )}
          </span>
        </Bettor>
      </td>
      <td className="w-px pr-3">
        {/* Below each other on a phone, where both would leave nothing of the name. */}
        <span className="flex items-center gap-1.5 max-sm:flex-wrap">
          <SideBadge side={bet.betSide} />
          {isOfItems(bet) && <StakedBadge game={bet} />}
        </span>
      </td>
      <td className="hidden w-px whitespace-nowrap pr-6 text-right text-muted text-sm sm:table-cell">
        {money(readMoney(bet.betAmount))}
      </td>
      <td
        className={cx(
          "w-px whitespace-nowrap text-right font-semibold text-sm",
          bet.won ? "text-gain" : "text-loss",
        )}
      >
        <Noted note={figureNote(bet)}>{figureOf(bet)}</Noted>
        {/* The names of both currencies are given one width, so that figures stand below each other. */}
        <span className="ml-1 inline-block min-w-8 text-left font-normal text-muted text-xs">
          {bet.currency}
        </span>
      </td>
      <td className="hidden w-px whitespace-nowrap pl-6 text-right text-muted text-xs md:table-cell">
        <time dateTime={bet.createdAt}>{timeOfDay(bet.createdAt)}</time>
      </td>
    </tr>
  );
}

const NO_BETS = "No bets yet. Yours could be the first.";
const NONE_LIKE_IT = "No recent bets match.";
const ALL = "all";
const GAMES = { [ALL]: "All games", ...GAME_NAMES };
const CURRENCIES = { [ALL]: "RBX and TIX", RBX: "RBX", TIX: "TIX" } as const;

interface Chosen {
  readonly game: string;
  readonly currency: keyof typeof CURRENCIES;
}

interface FilterProps {
  readonly wanted: WantedBets;
  readonly onChange: (wanted: WantedBets) => void;
}

function FeedFilter({ wanted: { game, currency }, onChange }: FilterProps) {
  const now: Chosen = { game: game ?? ALL, currency: currency ?? ALL };
  const change = (to: Chosen) =>
    onChange({
      ...(to.game !== ALL && { game: to.game }),
      ...(to.currency !== ALL && { currency: to.currency }),
    });
  return (
    <div className="mb-3 grid gap-3 sm:max-w-md sm:grid-cols-2">
      <Select
        label="Game"
        options={GAMES}
        value={now.game}
        onChange={(chosen) => change({ ...now, game: chosen })}
      />
      <Select
        label="Currency"
        options={CURRENCIES}
        value={now.currency}
        onChange={(chosen) => change({ ...now, currency: chosen })}
      />
    </div>
  );
}

function Feed({ wanted }: { wanted: WantedBets }) {
  const user = useUser();
  const { data, error, refetch } = useSteadyQuery(liveBetsQuery(wanted));
  const { data: games } = useQuery(recentGamesQuery);
  if (!data)
    return <Unloaded {...{ error, refetch }} what="Live bets" rows={LIVE_BETS} className="h-12.25" />;
  const bets = visibleBets(data, { playerId: user.id, newestGame: games?.[0]?.position ?? 0 });
  if (bets.length === 0)
    return <EmptyState icon={Radio} text={Object.keys(wanted).length > 0 ? NONE_LIKE_IT : NO_BETS} />;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">The newest bets of all players</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Player</th>
          <th scope="col">Side</th>
          <th scope="col" className="hidden sm:table-cell">
            Bet
          </th>
          <th scope="col">Outcome</th>
          <th scope="col" className="hidden md:table-cell">
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {bets.map((bet) => (
          <BetRow key={`${bet.position} ${bet.player.id ?? bet.betSide}`} bet={bet} />
        ))}
      </tbody>
    </table>
  );
}

/** Everybody's bets as they land. */
export function LiveBets() {
  const [wanted, setWanted] = useState<WantedBets>({});
  return (
    <TitledCard id="live-bets" title="Live Bets">
      <FeedFilter wanted={wanted} onChange={setWanted} />
      <Feed wanted={wanted} />
    </TitledCard>
  );
}
