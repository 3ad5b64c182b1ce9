import { type FormEvent, useState } from "react";
import { payoutOf } from "#domain/features/user-coinflips/rules.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";
import { BalanceTiles } from "#web/features/house-flips/balance-tiles.tsx";
import { FLIP, FLIPPING } from "#web/features/house-flips/messages.ts";
import { readBet } from "#web/features/house-flips/play/bet.ts";
import { BetAmount } from "#web/features/house-flips/play/bet-amount.tsx";
import { coinOf } from "#web/features/house-flips/play/flip-state.ts";
import { Outcome, outcomeInWords } from "#web/features/house-flips/play/outcome.tsx";
import { useFlip } from "#web/features/house-flips/play/use-flip.ts";
import { SeedNotice } from "#web/features/house-flips/seed-notice.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { useChangedTerms } from "#web/features/user-games/make/changed-terms.tsx";
import { command } from "#web/lib/api/commands/command.ts";
import { useUser } from "#web/lib/api/session.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { KEEP_CLEAR } from "#web/lib/page/keep-clear.ts";
import { type Side, stakeNumber } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Coin } from "#web/ui/coin/coin.tsx";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";

/** What a win pays by the rules of the game. */
function Pays({ game, text, side }: { game: UserGameListed; text: string; side: Side }) {
  const stake: Minor = parseMinor(text.trim()) ?? 0n;
  const edge = Number(readMoney(game.houseEdge));
  return (
    <dl className="grid grid-cols-2 gap-3 rounded-control border border-line bg-sunken px-4 py-3 text-sm">
      <div>
        <dt className="text-faint">Pays on a win</dt>
        <dd className="font-semibold text-base text-ink">
          {money(payoutOf(stake, edge))} {side.toUpperCase()}
        </dd>
      </div>
      <div className="text-right">
        <dt className="text-faint">Return to player</dt>
        <dd className="font-semibold text-base text-ink">{game.returnToPlayer}%</dd>
      </div>
    </dl>
  );
}

/** Flips a player's coin. @returns what its creator had of the last flip, too */
function usePlay(game: UserGameListed, onLanded: () => void) {
  const [share, setShare] = useState<string | null>(null);
  const onRefused = useChangedTerms(game.id);
  const played = useFlip({
    onLanded,
    send: ({ stake, side }) =>
      command("POST /user-games/{id}/play", {
        params: { id: game.id },
        body: { betAmount: stakeNumber(stake), betSide: side, version: game.version },
      }).then((answer) => {
        setShare(answer.creatorShare);
        return answer;
      }, onRefused),
  });
  return { ...played, share };
}

/** The coin of a player's game: as the house's, by the game's own edge and bounds. */
export default function PlayCard({ game }: { game: UserGameListed }) {
  const user = useUser();
  const [side, setSide] = useState<Side>("rbx");
  const [text, setText] = useState("");
  const { state, flip, share } = usePlay(game, () => setText(""));
  const isFlipping = state.phase === "flipping";
  const [least, most] = [readMoney(game.minBet), readMoney(game.maxBet)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFlipping) return;
    const read = readBet({ text, side, least }, user);
    if ("notice" in read) return void toast({ ...read.notice, variant: "destructive" });
    flip(read.bet);
  };
  return (
    <Card aria-label="Game" className="overflow-hidden">
      <CardHeader
        title="Flip the coin"
        description="Drawn from your own pair of seeds, like every other flip."
      />
      <div className="grid items-center gap-4 md:grid-cols-2 md:gap-8">
        <div className="flex items-center gap-4 md:flex-col md:gap-5">
          <Coin state={coinOf(state)} />
          <Outcome state={state} />
          {/* Always one line, so that nothing moves when the coin lands. */}
          <p className="min-h-5 text-faint text-sm">
            {state.phase === "result" &&
              share !== null &&
              `Creator's share: ${money(readMoney(share))} ${state.bet.side.toUpperCase()}`}
          </p>
          <p role="status" className="sr-only">
            {outcomeInWords(state)}
          </p>
        </div>
        <UnlessSuspended>
          <form noValidate className="min-w-0 space-y-3 md:space-y-5" onSubmit={submit}>
            <BalanceTiles />
            <SidePicker side={side} disabled={isFlipping} onChoose={setSide} />
            <BetAmount
              side={side}
              text={text}
              disabled={isFlipping}
              onChange={setText}
              bounds={{ least, most }}
            />
            <Pays game={game} text={text} side={side} />
            <div {...KEEP_CLEAR} className="grid">
              <Button type="submit" variant="primary" size="lg" disabled={isFlipping} className="text-lg!">
                {isFlipping ? FLIPPING : FLIP}
              </Button>
            </div>
          </form>
        </UnlessSuspended>
      </div>
      <SeedNotice />
    </Card>
  );
}
