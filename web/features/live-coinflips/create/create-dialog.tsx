import { Suspense, useEffect, useState } from "react";
import { type BetType, CreateForm, useStakeForm } from "#web/features/live-coinflips/create/stake-form.tsx";
import { StakedItems } from "#web/features/live-coinflips/create/staked-items.tsx";
import {
  CREATE_FAILED,
  CREATE_TITLE,
  CREATED,
  INVALID_AMOUNT,
} from "#web/features/live-coinflips/messages.ts";
import { type ItemGame, itemGames } from "#web/features/live-coinflips/slots.ts";
import { betItemsOf, stakedOf, valueOfCopies } from "#web/features/live-coinflips/staked-copy.ts";
import { tellFailure, useOpening } from "#web/features/live-coinflips/use-commands.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useSite } from "#web/lib/site.ts";
import { type Side, stakeNumber } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { Dialog, DialogEnd } from "#web/ui/dialogs/dialog.tsx";
import { Select } from "#web/ui/forms/choice.tsx";

const CREATE_DIALOG = {
  title: CREATE_TITLE,
  description: "Anyone can match your stake on the other side. Until then you can cancel.",
} as const;

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
  const [side, setSide] = useState<Side>(draft.side ?? "rbx");
  const { betType = "currency", amount, entryId } = draft;
  const form = useStakeForm({ betType, amount, entryId, side, invalid: INVALID_AMOUNT });
  const { mutate, isPending } = useOpening(sendBody("POST /live-coinflips"), {
    onFailed: (error) => tellFailure(error, CREATE_FAILED),
  });
  const open = (staked: bigint | null) => {
    const stake =
      staked === null
        ? { betItems: betItemsOf(form.selection.selected) }
        : { betAmount: stakeNumber(staked) };
    mutate(
      { betSide: side, ...stake },
      {
        onSuccess: () => {
          form.setAmount("");
          toast(CREATED);
          onClose();
        },
      },
    );
  };
  const reset = () => {
    form.selection.choose([]);
    form.setBetType("currency");
  };
  return { ...form, setSide, isPending, open, reset };
}

/** The other games that the chosen items can be staked in, loaded before one is asked for. */
function useOtherGames(): readonly ItemGame[] {
  const site = useSite();
  const games = itemGames.partsOf(site.fills);
  useEffect(() => {
    for (const { offer, game } of itemGames.partsOf(site.fills)) {
      void offer.preload();
      void game.preload();
    }
  }, [site]);
  return games;
}

interface OtherGamesProps {
  readonly form: ReturnType<typeof useDraft>;
  /** Moves to another game with the chosen items. */
  readonly onOther: (game: ItemGame) => void;
}

/** The ways to stake the chosen items in another game. */
function OtherGames({ form: { betType, isEmpty, isPending, selection }, onOther }: OtherGamesProps) {
  const games = useOtherGames();
  if (betType !== "limiteds" || isEmpty) return null;
  return (
    <Suspense fallback={null}>
      {games.map((game) => (
        <game.offer.View
          key={game.dialog.title}
          value={valueOfCopies(selection.selected)}
          isDisabled={isPending}
          onPlay={() => onOther(game)}
        />
      ))}
    </Suspense>
  );
}

/** Asks for a new coinflip and opens it, or stakes the chosen items in another game. */
export default function CreateDialog(props: CreateDialogProps) {
  const form = useDraft(props);
  const [other, setOther] = useState<ItemGame | null>(null);
  const { selected } = form.selection;
  return (
    <Dialog onClose={props.onClose} {...(other?.dialog ?? CREATE_DIALOG)}>
      {other === null ? (
        <CreateForm
          form={form}
          isPending={form.isPending}
          onStake={form.open}
          methods={{ legend: "Bet Type", options: { currency: "Currency", limiteds: "Limiteds" } }}
          side={
            <Select
              label="Side"
              options={{ rbx: "RBX", tix: "TIX" }}
              value={form.side}
              disabled={form.isPending}
              onChange={form.setSide}
            />
          }
          end={(button) => (
            <DialogEnd>
              {button}
              <OtherGames form={form} onOther={setOther} />
            </DialogEnd>
          )}
        />
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
