import { type FormEvent, Suspense, useEffect, useState } from "react";
import { readStake } from "#web/features/house-flips/read-stake.ts";
import { BetAmount } from "#web/features/live-coinflips/bet-amount.tsx";
import { ItemPicker } from "#web/features/live-coinflips/item-picker.tsx";
import {
  CREATE,
  CREATE_FAILED,
  CREATE_TITLE,
  CREATED,
  CREATING,
  INVALID_AMOUNT,
  insufficientBalance,
  NO_ITEMS_SELECTED,
} from "#web/features/live-coinflips/messages.ts";
import { type ItemGame, itemGames } from "#web/features/live-coinflips/slots.ts";
import { betItemsOf, itemTerms, stakedOf, valueOfCopies } from "#web/features/live-coinflips/staked-copy.ts";
import { StakedItems } from "#web/features/live-coinflips/staked-items.tsx";
import { Terms } from "#web/features/live-coinflips/terms.tsx";
import { type NewFlip, tellFailure, useCreate } from "#web/features/live-coinflips/use-commands.ts";
import { useSelection } from "#web/features/live-coinflips/use-selection.ts";
import { useUser } from "#web/lib/session.ts";
import { useSite } from "#web/lib/site.ts";
import { balanceOf, isNothing, type Side, stakeNumber } from "#web/lib/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Radios, Select } from "#web/ui/choice.tsx";
import { Dialog, DialogEnd } from "#web/ui/dialog.tsx";

const CREATE_DIALOG = {
  title: CREATE_TITLE,
  description: "Anybody may join it for the same on the other side. Until then you can take it back.",
} as const;

type BetType = "currency" | "limiteds";

/** What a new coinflip begins with. */
export interface Draft {
  readonly betType?: BetType;
  readonly amount?: string;
  readonly side?: Side;
  /** The entry of the inventory that is staked. */
  readonly entryId?: number;
}

interface CreateDialogProps {
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** The new coinflip as its form holds it. */
function useDraft({ draft, onClose }: CreateDialogProps) {
  const user = useUser();
  const [betType, setBetType] = useState<BetType>(draft.betType ?? "currency");
  const [amount, setAmount] = useState(draft.amount ?? "");
  const [side, setSide] = useState<Side>(draft.side ?? "rbx");
  const selection = useSelection(draft.entryId);
  const { mutate, isPending } = useCreate((error) => tellFailure(error, CREATE_FAILED));
  const stake = readStake(amount);
  const isEmpty = betType === "limiteds" ? selection.selected.length === 0 : isNothing(amount);

  const bodyOf = (): NewFlip | null => {
    const refuse = (notice: { title: string; description: string }) => {
      toast({ ...notice, variant: "destructive" });
      return null;
    };
    if (betType === "limiteds") {
      if (isEmpty) return refuse(NO_ITEMS_SELECTED);
      return { betSide: side, betItems: betItemsOf(selection.selected) };
    }
    if (stake === null) return refuse(INVALID_AMOUNT);
    if (stake > balanceOf(user, side)) return refuse(insufficientBalance(side.toUpperCase()));
    return { betSide: side, betAmount: stakeNumber(stake) };
  };
  const submit = () => {
    if (isPending) return;
    const body = bodyOf();
    if (body === null) return;
    mutate(body, {
      onSuccess: () => {
        setAmount("");
        toast(CREATED);
        onClose();
      },
    });
  };
  const reset = () => {
    selection.choose([]);
    setBetType("currency");
  };
  const balance = balanceOf(user, side);
  return {
    reset,
    betType,
    setBetType,
    amount,
    setAmount,
    side,
    setSide,
    selection,
    stake,
    balance,
    isEmpty,
    isPending,
    submit,
  };
}

/** The other games that the chosen items can be staked in, loaded before one is asked for. */
function useOtherGames(): readonly ItemGame[] {
  const site = useSite();
  const games = itemGames.partsOf(site.fills);
  useEffect(() => {
    for (const { offer, game } of itemGames.partsOf(site.fills)) {
      offer.preload();
      game.preload();
    }
  }, [site]);
  return games;
}

interface CreateFormProps {
  readonly form: ReturnType<typeof useDraft>;
  /** Goes on to another game, with what is chosen. */
  readonly onOther: (game: ItemGame) => void;
}

function CreateForm({ form, onOther }: CreateFormProps) {
  const { betType, side, stake, isPending, isEmpty, selection } = form;
  const otherGames = useOtherGames();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Radios
        legend="Bet Type"
        options={{ currency: "Currency", limiteds: "Limiteds" }}
        value={betType}
        disabled={isPending}
        onChange={form.setBetType}
      />
      {betType === "currency" ? (
        <BetAmount
          value={form.amount}
          onChange={form.setAmount}
          balance={form.balance}
          currency={side.toUpperCase()}
          disabled={isPending}
        />
      ) : (
        <ItemPicker selection={selection} />
      )}
      <Select
        label="Side"
        options={{ rbx: "RBX", tix: "TIX" }}
        value={side}
        disabled={isPending}
        onChange={form.setSide}
      />
      <Terms
        side={side}
        stake={betType === "currency" ? { amount: stake ?? 0n, currency: side.toUpperCase() } : null}
        items={itemTerms(selection.selected)}
      />
      <DialogEnd>
        {/* Disabled while nothing is staked, and says so when it is pressed all the same. */}
        <Button
          type="submit"
          variant="primary"
          aria-disabled={isPending || isEmpty || undefined}
          className="w-full aria-disabled:cursor-default! aria-disabled:opacity-45"
        >
          {isPending ? CREATING : CREATE}
        </Button>
        {betType === "limiteds" && !isEmpty && (
          <Suspense fallback={null}>
            {otherGames.map((game) => (
              <game.offer.View
                key={game.dialog.title}
                value={valueOfCopies(selection.selected)}
                isDisabled={isPending}
                onPlay={() => onOther(game)}
              />
            ))}
          </Suspense>
        )}
      </DialogEnd>
    </form>
  );
}

/** Asks for a new coinflip and opens it, or stakes the chosen items in another game. */
export default function CreateDialog(props: CreateDialogProps) {
  const form = useDraft(props);
  const [other, setOther] = useState<ItemGame | null>(null);
  const { selected } = form.selection;
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} {...(other?.dialog ?? CREATE_DIALOG)}>
      {other === null ? (
        <CreateForm form={form} onOther={setOther} />
      ) : (
        <Suspense fallback={null}>
          <other.game.View
            betItems={betItemsOf(selected)}
            value={valueOfCopies(selected)}
            side={form.side}
            onPlayed={form.reset}
            onFailed={tellFailure}
            onBack={() => setOther(null)}
            onClose={props.onClose}
          >
            <StakedItems items={selected.map(stakedOf)} />
          </other.game.View>
        </Suspense>
      )}
    </Dialog>
  );
}
