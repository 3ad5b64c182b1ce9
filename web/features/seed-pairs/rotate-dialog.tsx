import { Dices, RotateCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Fairness } from "#domain/features/seed-pairs/contract.ts";
import { randomClientSeed } from "#web/features/seed-pairs/client-seed.ts";
import { clientSeedProblem } from "#web/features/seed-pairs/client-seed-input.ts";
import { CLIENT_SEED_RULE, ROTATE_FAILED, ROTATE_LOST } from "#web/features/seed-pairs/messages.ts";
import { useRotation } from "#web/features/seed-pairs/use-rotation.ts";
import { errorText, isConnectionLost } from "#web/lib/api/api.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Hash } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface RotateDialogProps {
  readonly fairness: Fairness;
  readonly open: boolean;
  readonly onClose: () => void;
}

function NextCommitment({ hash }: { hash: string }) {
  return (
    <div className="rounded-control border border-line bg-sunken px-3.5 py-2.5 text-sm">
      <p className="text-faint text-xs">
        The next server seed is already committed to. Nobody can pick it to suit the client seed you enter
        now.
      </p>
      <Hash className="text-ink">{hash}</Hash>
    </div>
  );
}

function RotateForm({ fairness, onDone }: { fairness: Fairness; onDone: () => void }) {
  const [seed, setSeed] = useState(randomClientSeed);
  const [isTried, setTried] = useState(false);
  const rotation = useRotation();
  const problem = clientSeedProblem(seed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null && !rotation.isPending) rotation.mutate(seed, { onSuccess: onDone });
  };
  const enter = (text: string) => {
    setSeed(text);
    rotation.reset();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <NextCommitment hash={fairness.nextServerSeedHash} />
      <div className="space-y-2">
        <Field
          label="Your client seed"
          value={seed}
          onChange={(event) => enter(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={CLIENT_SEED_RULE}
          // A text that is too long or has a wrong character is reported at once, an empty one when it is sent.
          error={(isTried || seed !== "") && problem !== null ? problem : undefined}
        />
        <Button size="sm" onClick={() => enter(randomClientSeed())}>
          <Dices className="size-4" aria-hidden="true" />
          Random
        </Button>
      </div>
      {rotation.error && (
        <Notice tone="bad" role="alert" title={ROTATE_FAILED}>
          {isConnectionLost(rotation.error) ? ROTATE_LOST : errorText(rotation.error, ROTATE_FAILED)}
        </Notice>
      )}
      <ActionButton
        type="submit"
        variant="primary"
        size="lg"
        isUnavailable={rotation.isPending}
        className="w-full"
      >
        <RotateCw className="size-4" aria-hidden="true" />
        {rotation.isPending ? "Rotating..." : "Rotate and reveal"}
      </ActionButton>
    </form>
  );
}

/** Ends the pair in use and begins the one announced, with a client seed of the player's own. */
export default function RotateDialog({ fairness, open, onClose }: RotateDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rotate the seeds"
      description="The current server seed is revealed, the next one takes its place, and the nonce starts at 0 again."
    >
      <RotateForm fairness={fairness} onDone={onClose} />
    </Dialog>
  );
}
