import { Keyboard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { BalanceTiles } from "#web/features/house-flips/balance-tiles.tsx";
import { EDGE_NOTE, FLIP, FLIPPING, TAGLINE, TITLE } from "#web/features/house-flips/messages.ts";
import { BetAmount } from "#web/features/house-flips/play/bet-amount.tsx";
import { coinOf } from "#web/features/house-flips/play/flip-state.ts";
import { Outcome, outcomeInWords } from "#web/features/house-flips/play/outcome.tsx";
import { PayOut } from "#web/features/house-flips/play/pay-out.tsx";
import { RepeatButton } from "#web/features/house-flips/play/repeat-button.tsx";
import { useGame } from "#web/features/house-flips/play/use-game.ts";
import { SeedNotice } from "#web/features/house-flips/seed-notice.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { KEEP_CLEAR } from "#web/lib/page/keep-clear.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Coin } from "#web/ui/coin/coin.tsx";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";

const HotkeyHelp = lazy(() => import("#web/features/house-flips/play/hotkey-help.tsx"));

/** Its name, what it is and what it costs. */
export const GameHeading = () => (
  <div>
    <h1 tabIndex={-1} className="font-bold text-2xl text-ink leading-tight tracking-tight sm:text-3xl">
      {TITLE}
    </h1>
    <p className="mt-1 text-muted text-sm sm:text-base">{TAGLINE}</p>
    <p className="mt-0.5 text-faint text-xs sm:text-sm">{EDGE_NOTE}</p>
  </div>
);

function Title({ onHelp }: { onHelp: () => void }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <GameHeading />
      <button
        type="button"
        onClick={onHelp}
        aria-label="Keyboard shortcuts"
        className="-mt-1 -mr-2 hidden size-11 shrink-0 place-items-center rounded-control text-faint transition-colors hover:bg-raised hover:text-ink md:grid"
      >
        <Keyboard className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}

/** The game: the coin, the bet, and the one button. */
export function GameCard() {
  const [helpOpen, setHelpOpen] = useState(false);
  const [helpWanted, setHelpWanted] = useState(false);
  const showHelp = () => {
    setHelpWanted(true);
    setHelpOpen(true);
  };
  const { state, isFlipping, side, setSide, text, setText, submit, last, repeat } = useGame(showHelp);
  return (
    <Card aria-label="Game" className="overflow-hidden">
      <Title onHelp={showHelp} />
      <div className="mt-3 grid items-center gap-3 md:mt-6 md:grid-cols-2 md:gap-8">
        <div className="flex items-center gap-4 md:flex-col md:gap-5">
          <Coin state={coinOf(state)} />
          <Outcome state={state} />
          <p role="status" className="sr-only">
            {outcomeInWords(state)}
          </p>
        </div>
        <UnlessSuspended>
          <form
            noValidate
            className="min-w-0 space-y-3 md:space-y-5"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <BalanceTiles />
            <SidePicker side={side} disabled={isFlipping} onChoose={setSide} />
            <BetAmount side={side} text={text} disabled={isFlipping} onChange={setText} />
            <PayOut text={text} side={side} />
            <div {...KEEP_CLEAR} className="flex gap-3">
              <Button
                type="submit"
                variant="primary"
                size="lg"
                disabled={isFlipping}
                className="min-w-0 grow text-lg!"
              >
                {isFlipping ? FLIPPING : FLIP}
              </Button>
              <RepeatButton last={last} disabled={isFlipping} onRepeat={repeat} />
            </div>
          </form>
        </UnlessSuspended>
      </div>
      <SeedNotice />
      {helpWanted && (
        <Suspense fallback={null}>
          <HotkeyHelp open={helpOpen} onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
