import { ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { BotFlipAnswer } from "#domain/features/bot-flips/contract.ts";
import { BOT_EDGE, winningsOf } from "#domain/features/bot-flips/rules.ts";
import type { BetItem } from "#domain/features/live-coinflips/contract.ts";
import { BEFORE_FLIP, DEFEAT, EDGE_NOTE, PLAYING, VICTORY } from "#web/features/bot-flips/messages.ts";
import { type BotGameState, useBotGame } from "#web/features/bot-flips/use-bot-game.ts";
import { OwnLastEnds } from "#web/features/house-flips/last-ends.tsx";
import { resultText } from "#web/features/live-coinflips/messages.ts";
import type { ItemGameProps } from "#web/features/live-coinflips/slots.ts";
import { money, shortPercent } from "#web/lib/format.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Coin, type CoinState } from "#web/ui/coin/coin.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { DialogEnd } from "#web/ui/dialogs/dialog.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

const countOf = (items: readonly BetItem[]): string =>
  items.length === 1 ? "1 item" : `${items.length} items`;

/** Odds, edge, win and loss, before anything is staked. */
function BotTerms({ betItems, value, side }: Pick<ItemGameProps, "betItems" | "value" | "side">) {
  return (
    <dl className="rounded-control border border-line bg-sunken px-4 py-2 text-sm">
      <Term label="You stake">
        {countOf(betItems)}, {money(value)} RBX
      </Term>
      <Term label="Your side">
        <SideBadge side={side} />
      </Term>
      <Term label="Chance to win">50%, exactly even</Term>
      <Term label="If you win">
        <span className="text-gain">+{money(winningsOf(value))} RBX</span>, items kept
      </Term>
      <Term label="If you lose">
        <span className="text-loss">{money(-value)} RBX</span>, items gone
      </Term>
      <Term label="House edge">
        <Noted note={EDGE_NOTE}>{shortPercent(BOT_EDGE)}</Noted>
      </Term>
    </dl>
  );
}

function coinOf(state: BotGameState): CoinState {
  if (state.stage === "asking") return { phase: "idle" };
  return state.stage === "flying"
    ? { phase: "flipping", face: state.answer?.result ?? null }
    : { phase: "result", face: state.answer.result };
}

function inWords(state: BotGameState): string {
  if (state.stage === "asking") return "";
  if (state.stage === "flying") return "The coin is in the air.";
  const { won, result, message } = state.answer;
  return `${won ? VICTORY : DEFEAT} ${resultText(result, message)}`;
}

interface ResultProps extends Pick<ItemGameProps, "onBack" | "onClose"> {
  readonly answer: BotFlipAnswer;
}

/** The result of the game, its proof, and the next step. */
function Result({ answer, onBack, onClose }: ResultProps) {
  const { id, won, result, message } = answer;
  return (
    <div className="animate-pop space-y-4">
      <Notice tone={won ? "good" : "bad"} title={won ? VICTORY : DEFEAT}>
        {resultText(result, message)}
      </Notice>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:justify-end">
        <Link href={`/games/${id}`} onClick={onClose} className={buttonClass({ variant: "ghost" })}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          Proof
        </Link>
        <Button onClick={onBack}>Play again</Button>
        <Button variant="primary" onClick={onClose} className="col-span-2">
          Done
        </Button>
      </div>
    </div>
  );
}

/** The game against the house's bot: explanation, confirmation, coin and result. */
export default function BotGame(props: ItemGameProps) {
  const { betItems, side, onBack, onClose, children } = props;
  const { state, play } = useBotGame(props);
  const body = useRef<HTMLDivElement>(null);
  const { stage } = state;
  // The pressed button is gone: focus moves to its replacement in the dialog.
  const focusedAt = useRef<BotGameState["stage"] | null>(null);
  useEffect(() => {
    if (focusedAt.current !== stage) body.current?.focus({ preventScroll: true });
    focusedAt.current = stage;
  }, [stage]);
  return (
    <div ref={body} tabIndex={-1} className="space-y-4 outline-none">
      <p role="status" className="sr-only">
        {inWords(state)}
      </p>
      {stage === "asking" ? (
        <>
          <p className="-mt-4 text-muted text-sm">{BEFORE_FLIP}</p>
          {children}
          <BotTerms {...props} />
          <OwnLastEnds />
          <DialogEnd>
            <div className="flex gap-3">
              <Button onClick={onBack}>Back</Button>
              <Button
                variant="primary"
                onClick={() => play({ betItems, betSide: side })}
                className="min-w-0 grow"
              >
                Stake {countOf(betItems)} and flip
              </Button>
            </div>
          </DialogEnd>
        </>
      ) : (
        <div className="grid justify-items-center gap-6 pt-2">
          <Coin state={coinOf(state)} className="size-36 sm:size-44" />
          {stage === "flying" && <p className="min-h-24 text-faint text-sm">{PLAYING}</p>}
          {stage === "over" && <Result answer={state.answer} onBack={onBack} onClose={onClose} />}
        </div>
      )}
    </div>
  );
}
