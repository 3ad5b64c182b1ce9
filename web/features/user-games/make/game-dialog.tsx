import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { OwnUserGame } from "#domain/features/user-games/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { EdgeWarning } from "#web/features/user-games/game-face.tsx";
import {
  type Draft,
  entered,
  type Faults,
  NEW_DRAFT,
  previewOf,
  readDraft,
} from "#web/features/user-games/make/draft.ts";
import {
  CREATE,
  CREATE_FAILED,
  CREATED,
  CREATING,
  keepsPart,
  PAUSED,
  RESUMED,
  SAVE_FAILED,
  SAVED,
} from "#web/features/user-games/messages.ts";
import { earningsQuery } from "#web/features/user-games/queries.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { useLive } from "#web/lib/live/live.ts";
import { useParts } from "#web/lib/site.ts";
import { useDraft } from "#web/lib/store/use-draft.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Dialog, DialogEnd } from "#web/ui/dialogs/dialog.tsx";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { TitledFields } from "#web/ui/forms/titled-fields.tsx";

/** The request: a new game, new terms, or whether it takes bets. */
type Sent = { readonly draft: Draft } | { readonly isActive: boolean };

function draftOf(game: OwnUserGame): Draft {
  const { title, description, gameType, minBet, maxBet, houseEdge } = game;
  return {
    title,
    description: description ?? "",
    gameType,
    minBet: entered(minBet),
    maxBet: entered(maxBet),
    houseEdge: entered(houseEdge),
  };
}

/** Creates or changes a game once, even if answers are lost. */
function useSend(game: OwnUserGame | null, onDone: () => void) {
  const live = useLive();
  const send = (sent: Sent) => {
    if (game === null) {
      const read = "draft" in sent ? readDraft(sent.draft) : { faults: {} };
      if ("faults" in read) throw new Error(CREATE_FAILED);
      return command("POST /user-games", { body: read.body, makesOne: true });
    }
    const params = { id: game.id };
    if ("isActive" in sent) return command("PATCH /user-games/{id}", { params, body: sent });
    const read = readDraft(sent.draft);
    if ("faults" in read) throw new Error(SAVE_FAILED);
    const { gameType: _type, ...body } = read.body;
    return command("PATCH /user-games/{id}", { params, body });
  };
  return useMutation({
    mutationFn: send,
    onSuccess: ({ position, isActive }, sent) => {
      live.changed(["user-games"], position);
      if (game === null) toast(CREATED);
      else if ("draft" in sent) toast(SAVED);
      else toast(isActive ? RESUMED : PAUSED);
      onDone();
    },
    onError: (error) => {
      const failed = game === null ? CREATE_FAILED : SAVE_FAILED;
      toastError(error, failed);
    },
  });
}

/** What a bet of 100 pays, and what the creator earns by it. */
function Preview({ draft }: { draft: Draft }) {
  const { data } = useQuery(earningsQuery);
  const part = data && readMoney(data.housePart);
  const preview = previewOf(draft.houseEdge, part ?? 0n);
  const kind = useParts(gameKinds).find(({ gameType }) => gameType === draft.gameType);
  return (
    <div
      aria-live="polite"
      className="space-y-2 rounded-control border border-line bg-sunken px-4 py-3 text-muted text-sm"
    >
      {preview === null ? (
        <p>Enter an edge of 0 to 50% to see what a bet pays.</p>
      ) : (
        <>
          <p>{kind?.pays(preview.edge)}</p>
          {/* No figure until the share is known: creators are never shown more than they earn. */}
          <p className="min-h-10">
            {data && (
              <>
                You earn {money(preview.earns)} of every 100.00 that is staked.{" "}
                {part === 0n ? "The house keeps nothing of your share." : keepsPart(data.housePart)}
              </>
            )}
          </p>
          <EdgeWarning houseEdge={formatMinor(preview.edge)} />
        </>
      )}
    </div>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly disabled: boolean;
  readonly change: (part: Partial<Draft>) => void;
}

const NUMBERS = [
  { field: "minBet", label: "Minimum Bet", least: 0.01 },
  { field: "maxBet", label: "Maximum Bet", least: 1 },
  { field: "houseEdge", label: "House Edge (%)", least: 0 },
] as const;

function Fields({ draft, faults, disabled, change }: FieldsProps) {
  return (
    <>
      <TitledFields {...{ draft, faults, disabled, change }} />
      <div className="grid gap-4 sm:grid-cols-3">
        {NUMBERS.map(({ field, label, least }) => (
          <Field
            key={field}
            label={label}
            {...amountInput}
            min={least}
            value={draft[field]}
            disabled={disabled}
            error={faults[field]}
            onChange={(event) => change({ [field]: event.target.value })}
          />
        ))}
      </div>
    </>
  );
}

interface GameDialogProps {
  /** The game that is edited; null to make one. */
  readonly game: OwnUserGame | null;
  readonly onClose: () => void;
}

/** The form to make or change a game. */
export default function GameDialog({ game, onClose }: GameDialogProps) {
  const kinds = useParts(gameKinds);
  const { draft, faults, setFaults, change } = useDraft<Draft, Faults>(
    game === null ? NEW_DRAFT : draftOf(game),
  );
  const { mutate, isPending } = useSend(game, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const read = readDraft(draft);
    setFaults("faults" in read ? read.faults : {});
    if ("body" in read) mutate({ draft });
  };
  return (
    <Dialog
      onClose={onClose}
      title={game === null ? CREATE : "Edit Game"}
      description="Others play it against the house, and you earn its edge."
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        {game === null && (
          <Select
            label="Game Type"
            options={
              Object.fromEntries(kinds.map(({ gameType, label }) => [gameType, label])) as Record<
                Draft["gameType"],
                string
              >
            }
            value={draft.gameType}
            disabled={isPending}
            onChange={(gameType) => change({ gameType })}
          />
        )}
        <Fields draft={draft} faults={faults} disabled={isPending} change={change} />
        <Preview draft={draft} />
        <DialogEnd>
          <div className="grid gap-3">
            <ActionButton type="submit" variant="primary" isUnavailable={isPending} className="w-full">
              {game !== null ? "Save" : isPending ? CREATING : CREATE}
            </ActionButton>
            {game !== null && !game.isHalted && (
              <ActionButton
                isUnavailable={isPending}
                className="w-full"
                onClick={() => mutate({ isActive: !game.isActive })}
              >
                {game.isActive ? "Pause Game" : "Resume Game"}
              </ActionButton>
            )}
          </div>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
