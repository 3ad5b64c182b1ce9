import { Wand2 } from "lucide-react";
import { useState } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { insufficientBalance } from "#web/features/house-flips/messages.ts";
import { ItemPicker } from "#web/features/live-coinflips/create/item-picker.tsx";
import { StakedItems } from "#web/features/live-coinflips/create/staked-items.tsx";
import type { FullSelection } from "#web/features/live-coinflips/create/use-selection.ts";
import { betItemsOf, fitOf, pickedFor } from "#web/features/live-coinflips/staked-copy.ts";
import { Terms } from "#web/features/live-coinflips/terms.tsx";
import type { JoinBody } from "#web/features/live-coinflips/use-commands.ts";
import { creatorName, joinersSide, subtitleOf } from "#web/features/live-coinflips/watch/flip.ts";
import { useUser } from "#web/lib/api/session.ts";
import { money, readMoney, signedMoney } from "#web/lib/format.ts";
import { balanceOf } from "#web/lib/stakes/stake.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

interface JoinQuestionProps {
  readonly flip: LiveCoinflip;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  readonly onJoin: (body: JoinBody) => void;
  /** Kept by the dialog, so that a refused join keeps the selection. */
  readonly selection: FullSelection;
}

function Opponent({ flip }: { flip: LiveCoinflip }) {
  const name = creatorName(flip);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} url={flip.creator.profileImageUrl} className="size-10" />
      <div className="min-w-0">
        <p className="truncate font-semibold text-ink">{name}</p>
        <p className="text-muted text-sm">{subtitleOf(flip)}</p>
      </div>
    </div>
  );
}

const Problem = ({ problem }: { problem: string | null }) =>
  problem && (
    <Notice tone="bad" title="Not joined">
      {problem}
    </Notice>
  );

/** The question for a game of a currency: the same is staked on the other side. */
function CurrencyQuestion({ flip, onJoin, betAmount }: JoinQuestionProps & { betAmount: string }) {
  const user = useUser();
  const stake = readMoney(betAmount);
  const currency = flip.betSide.toUpperCase();
  const canPay = balanceOf(user, flip.betSide) >= stake;
  const both = `${money(stake)} ${currency}`;
  return (
    <>
      <Terms side={joinersSide(flip)} stake={{ amount: stake, currency }}>
        <Term label={`${creatorName(flip)} stakes`}>{both}</Term>
        <Term label="You stake">{both}</Term>
      </Terms>
      {!canPay && (
        <Notice tone="warn" title={insufficientBalance(currency).title}>
          {insufficientBalance(currency).description}
        </Notice>
      )}
      <DialogAction size="lg" isUnavailable={!canPay} onClick={() => onJoin({})}>
        Join for {both}
      </DialogAction>
    </>
  );
}

/** The question for a game of items: the joiner's must be worth as much as the creator's, or little more. */
function ItemsQuestion({ flip, onJoin, selection }: JoinQuestionProps) {
  const [unmatched, setUnmatched] = useState<string | null>(null);
  const theirs = readMoney(flip.totalValue);
  const { fits, least, most, value } = fitOf(selection.selected, theirs);
  const pick = () => {
    const found = pickedFor(selection.copies, theirs);
    if ("picked" in found) selection.choose(found.picked);
    setUnmatched(
      "missing" in found ? `Your items do not match: you are ${money(found.missing)} RBX short.` : null,
    );
  };
  return (
    <>
      <StakedItems items={flip.betItems} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-faint text-sm">
          Choose items worth {money(least)} to {money(most)} RBX.
        </p>
        <ActionButton size="sm" isUnavailable={!selection.isKnown} onClick={pick}>
          <Wand2 className="size-4" aria-hidden="true" />
          Pick for me
        </ActionButton>
      </div>
      <p role="status" className="text-sm text-warn empty:hidden">
        {unmatched}
      </p>
      <ItemPicker selection={selection} />
      <Terms side={joinersSide(flip)} stake={null} items={{ own: value, least: theirs, most: theirs }}>
        <Term label={`${creatorName(flip)} stakes`}>{money(theirs)} RBX</Term>
        <Term label="You stake">{money(value)} RBX</Term>
        <Term label="Difference">
          <span className={fits ? "text-gain" : "text-warn"}>{signedMoney(value - theirs)} RBX</span>
        </Term>
      </Terms>
      <DialogAction
        size="lg"
        isUnavailable={!fits}
        onClick={() => onJoin({ betItems: betItemsOf(selection.selected) })}
      >
        Join with {selection.selected.length === 1 ? "1 item" : `${selection.selected.length} items`}
      </DialogAction>
    </>
  );
}

/** Whether to join: who plays, the exact odds, and what both stake. */
export function JoinQuestion(props: JoinQuestionProps) {
  const { flip, problem } = props;
  return (
    <div className="space-y-4">
      <Opponent flip={flip} />
      <Problem problem={problem} />
      {flip.betAmount === null ? (
        <ItemsQuestion {...props} />
      ) : (
        <CurrencyQuestion {...props} betAmount={flip.betAmount} />
      )}
    </div>
  );
}
