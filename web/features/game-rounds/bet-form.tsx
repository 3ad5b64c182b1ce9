import { type FormEvent, type ReactNode, useState } from "react";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import type { SentBet } from "#web/features/game-rounds/use-round-bet.ts";
import { BalanceTiles } from "#web/features/house-flips/balance-tiles.tsx";
import { readBet } from "#web/features/house-flips/play/bet.ts";
import { BetAmount } from "#web/features/house-flips/play/bet-amount.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { readMoney } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import type { ButtonVariant } from "#web/ui/button.tsx";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface BetFormProps {
  readonly game: UserGameListed;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  /** The open round of the currency: it keeps the terms that it began with. */
  readonly round: GameRound | null;
  /** Why no bet is taken now; null when one is. */
  readonly closed: string | null;
  readonly isPending: boolean;
  /** What the button says. */
  readonly label?: string;
  readonly variant?: ButtonVariant;
  /** @param done is to be called once the bet is taken */
  readonly onBet: (bet: SentBet, done: () => void) => void;
  /** A bet's extra fields, or why it cannot be sent. */
  readonly extra?: () => Pick<SentBet, "autoCashOut"> | { readonly problem: string };
  readonly children?: ReactNode;
}

/** A bet on the round of a game: the currency, the amount, and what else its kind takes. */
export function BetForm(props: BetFormProps) {
  const { game, side, onSide, round, closed, isPending, onBet, extra, children } = props;
  const { label = "Place Bet", variant = "primary" } = props;
  const user = useUser();
  const [text, setText] = useState("");
  const version = round?.version ?? game.version;
  const bounds = { least: readMoney(game.minBet), most: readMoney(game.maxBet) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || closed !== null) return;
    const read = readBet({ text, side, least: bounds.least }, user);
    if ("notice" in read) return void toast({ ...read.notice, variant: "destructive" });
    const more = extra?.() ?? {};
    if ("problem" in more)
      return void toast({ title: "Invalid Bet", description: more.problem, variant: "destructive" });
    onBet({ ...read.bet, version, ...more }, () => setText(""));
  };
  return (
    <UnlessSuspended>
      <form noValidate aria-label="Bet" className="min-w-0 space-y-3 md:space-y-5" onSubmit={submit}>
        {version !== game.version && (
          <Notice tone="info">
            This round keeps the terms it began with. The terms shown here apply from the next one.
          </Notice>
        )}
        <BalanceTiles />
        <SidePicker legend="Currency" side={side} disabled={isPending} onChoose={onSide} />
        <BetAmount side={side} text={text} disabled={isPending} onChange={setText} bounds={bounds} />
        {children}
        <div className="grid gap-2">
          <ActionButton
            type="submit"
            variant={variant}
            size="lg"
            isUnavailable={isPending || closed !== null}
          >
            {isPending ? "Placing..." : label}
          </ActionButton>
          {/* Always one line, so that nothing moves when bets close. */}
          <p aria-live="polite" className="min-h-5 text-faint text-sm">
            {closed}
          </p>
        </div>
      </form>
    </UnlessSuspended>
  );
}
