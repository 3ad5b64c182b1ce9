import { Eye, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import type { LiveGame, LivePlayer } from "#domain/features/spectator/contract.ts";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";
import { currencyOf, stakeOf, statusAt, timeToEnd } from "#web/features/spectator/game.ts";
import {
  ENDS,
  IN_PROGRESS,
  statusName,
  typeName,
  WAITING,
  watchers,
} from "#web/features/spectator/messages.ts";
import { StatusBadge } from "#web/features/spectator/status-badge.tsx";
import type { Watched } from "#web/features/spectator/use-watched.ts";
import { cx } from "#web/lib/cx.ts";
import { timeOfDay } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { Amount } from "#web/ui/amount.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { CardHeader } from "#web/ui/card.tsx";
import { Coin, type CoinState } from "#web/ui/coin/coin.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";

const TICK_MS = 1000;

interface SeatProps {
  readonly player: LivePlayer | undefined;
  readonly currency: string;
  /** Whose face the coin shows; null until it has landed. */
  readonly result: "rbx" | "tix" | null;
}

function Seat({ player, currency, result }: SeatProps) {
  if (!player) {
    return (
      <div className="grid min-h-26 place-items-center rounded-control border border-line border-dashed p-3 text-center text-muted text-sm">
        {WAITING}
      </div>
    );
  }
  const won = result !== null && result === player.betSide;
  return (
    <div
      className={cx(
        "min-h-26 min-w-0 rounded-control border p-3",
        won ? "border-gain/50 bg-gain/8" : "border-line bg-sunken",
      )}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="min-w-0 truncate font-semibold text-ink text-sm">{player.username}</span>
        <SideBadge side={player.betSide} />
      </p>
      <p className="mt-1 text-muted text-sm">{stakeOf(player, currency)}</p>
      {player.betItems && (
        <ul aria-label={`Items of ${player.username}`} className="mt-2 max-h-40 space-y-1 overflow-y-auto">
          {player.betItems.map(({ name, value, inCustody }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: alike copies have no other identity, and never change
            <li key={index} className="flex flex-wrap justify-between gap-x-2 text-xs">
              <span className="min-w-0 truncate text-ink">{name}</span>
              {!inCustody && <span className="text-warn">Not in custody</span>}
              <ItemValue value={value} className="text-xs" />
            </li>
          ))}
        </ul>
      )}
      {won && <p className="mt-2 font-semibold text-gain text-sm">Winner</p>}
    </div>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-faint text-xs">{label}</dt>
    <dd className="mt-0.5 font-semibold text-ink text-sm">{children}</dd>
  </div>
);

function Figures({ game, isLive, now }: { game: LiveGame; isLive: boolean; now: number }) {
  const { estimatedEnd } = game;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Figure label="Total Value">
        <Amount value={game.totalValue} currency={currencyOf(game)} />
      </Figure>
      <Figure label="Spectators">
        <span className="inline-flex items-center gap-1.5">
          <Eye className="size-4 text-muted" aria-hidden="true" />
          <span className="sr-only">{watchers(game.spectatorCount)}</span>
          <span aria-hidden="true">{game.spectatorCount}</span>
        </span>
      </Figure>
      <Figure label="Started">{timeOfDay(game.startedAt)}</Figure>
      <Figure label="Estimated End">
        {isLive ? (estimatedEnd === undefined ? "Once joined" : timeToEnd(estimatedEnd, now)) : "Over"}
      </Figure>
    </dl>
  );
}

/** The name of the player of a face, if known. */
function winnerOf(game: LiveGame | null, result: "rbx" | "tix"): string | null {
  return [game?.player1, game?.player2].find((player) => player?.betSide === result)?.username ?? null;
}

function Ending({ proof, coin, game }: { proof: CoinflipProof; coin: CoinState; game: LiveGame | null }) {
  const { status } = proof;
  const face = coin.phase === "result" ? coin.face : null;
  const winner = face === null ? null : winnerOf(game, face);
  return (
    <div role="status" className="min-h-14 text-center">
      {status === "open" && <p className="text-muted text-sm">The coin flips as soon as someone joins.</p>}
      {status === "locked" && <p className="text-muted text-sm">The beacon decides in a moment.</p>}
      {face && (
        <>
          <p className={cx("font-bold text-lg", face === "rbx" ? "text-rbx" : "text-tix")}>
            The coin landed on {face.toUpperCase()}
          </p>
          {winner !== null && <p className="text-muted text-sm">{winner} wins it all.</p>}
        </>
      )}
      {(status === "cancelled" || status === "expired" || status === "void") && (
        <p className="text-muted text-sm">{ENDS[status]}</p>
      )}
    </div>
  );
}

/** A game's data from its proof, once it has left the list. */
const endedAs = ({ status }: CoinflipProof): string =>
  status === "settled" ? "Finished" : status === "void" ? "Void" : "Closed";

interface HowFarProps {
  readonly game: LiveGame | null;
  readonly status: LiveGame["status"] | null;
  readonly proof: CoinflipProof;
  readonly isInAir: boolean;
}

function HowFar({ game, status, proof, isInAir }: HowFarProps) {
  if (game !== null && status !== null)
    return <StatusBadge status={status} label={statusName(game, status)} />;
  if (isInAir) return <StatusBadge status="active" label={IN_PROGRESS} />;
  return <StatusBadge status={null} label={endedAs(proof)} />;
}

/** The panel of one game: who plays, for what, the coin, and the way to its proof. */
export function GameDetail({
  id,
  watched,
}: {
  id: string;
  watched: Watched & { readonly proof: CoinflipProof };
}) {
  const { game, isLive, proof, coin, isInAir } = watched;
  const now = useNow(TICK_MS);
  const type = proof.gameType === "limiteds_coinflip" ? "limiteds_coinflip" : "coinflip";
  const isOpen = proof.status === "open" || proof.status === "locked";
  const shown = game && isLive && isOpen ? statusAt(game, now) : null;
  const result = coin.phase === "result" ? coin.face : null;
  return (
    <>
      <CardHeader
        id="watched-game"
        title={typeName(type)}
        actions={<HowFar game={game} status={shown} proof={proof} isInAir={isInAir} />}
      />
      <div className="grid grid-cols-1 gap-5">
        <div className="flex justify-center py-3">
          <Coin state={coin} className="size-28 sm:size-36" />
        </div>
        <Ending proof={proof} coin={coin} game={game} />
        {game && (
          <>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Seat player={game.player1} currency={currencyOf(game)} result={result} />
              <Seat player={game.player2} currency={currencyOf(game)} result={result} />
            </div>
            <Figures game={game} isLive={isOpen || isInAir} now={now} />
          </>
        )}
        <Link href={`/games/${id}`} className={buttonClass({ size: "sm" })}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          {result === null ? "See how it is decided" : "Verify this game"}
        </Link>
      </div>
    </>
  );
}
