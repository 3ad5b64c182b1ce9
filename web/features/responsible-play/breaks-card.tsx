import { useState } from "react";
import type { ResponsiblePlayAnswer } from "#domain/features/responsible-play/contract.ts";
import { CHECKS, EXCLUSIONS, TIME_OUTS } from "#web/features/responsible-play/messages.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { TypedDialog } from "#web/ui/dialogs/typed-dialog.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Hours = keyof typeof TIME_OUTS;
type Months = keyof typeof EXCLUSIONS;
type Minutes = `${keyof typeof CHECKS}`;

function TimeOut() {
  const [hours, setHours] = useState<`${Hours}`>("24");
  const begin = usePlayCommand(
    sendBody("POST /responsible-play/time-out"),
    (answer) => `Your break lasts until ${dateAndTime(answer.until)}`,
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Take a break for"
          options={TIME_OUTS}
          value={hours}
          onChange={setHours}
          className="min-w-40 flex-1"
        />
        <ActionButton
          isUnavailable={begin.isPending}
          onClick={() => begin.mutate({ hours: Number(hours) as Hours })}
        >
          Begin break
        </ActionButton>
      </div>
      <p className="text-faint text-sm">
        You cannot bet or deposit until it is over. It can be extended, but not ended early.
      </p>
    </div>
  );
}

const CONFIRMATION = "EXCLUDE";

function ExcludeDialog({ months, onClose }: { months: Months; onClose: () => void }) {
  const exclude = usePlayCommand(sendBody("POST /responsible-play/self-exclusion"), () => {
    leaveTo("/");
    return "You are signed out";
  });
  return (
    <TypedDialog
      title={`Exclude yourself: ${EXCLUSIONS[months].toLowerCase()}`}
      description="You are signed out everywhere, your open offers are withdrawn, and running bets finish. This cannot be undone or shortened; afterwards you have to ask to play again."
      word={CONFIRMATION}
      action="Exclude me"
      isPending={exclude.isPending}
      onConfirm={() => exclude.mutate({ months: months === "ever" ? null : months, confirm: CONFIRMATION })}
      onClose={onClose}
    />
  );
}

function Exclusion() {
  const [months, setMonths] = useState<`${Months}`>("6");
  const [isAsking, setAsking] = useState(false);
  const chosen: Months = months === "ever" ? months : (Number(months) as 6 | 12 | 60);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Exclude yourself for"
          options={EXCLUSIONS}
          value={months}
          onChange={setMonths}
          className="min-w-40 flex-1"
        />
        <ActionButton variant="destructive" isUnavailable={false} onClick={() => setAsking(true)}>
          Exclude...
        </ActionButton>
      </div>
      <p className="text-faint text-sm">
        For when a break is not enough. You can still see your figures and claim what is yours.
      </p>
      {isAsking && <ExcludeDialog months={chosen} onClose={() => setAsking(false)} />}
    </div>
  );
}

function RealityCheck({ everyMinutes }: { everyMinutes: number }) {
  const set = usePlayCommand(sendBody("PUT /responsible-play/reality-check"), () => "Saved");
  return (
    <Select
      label="Tell me how long I have played"
      options={CHECKS}
      value={String(everyMinutes) as Minutes}
      disabled={set.isPending}
      onChange={(minutes) => set.mutate({ everyMinutes: Number(minutes) as 15 | 30 | 60 })}
    />
  );
}

/** Breaks, exclusion and the interval of reality checks. */
export function BreaksCard({ play }: { play: ResponsiblePlayAnswer }) {
  return (
    <TitledCard id="break" title="Take a break" className="scroll-mt-20">
      {play.timeOut !== null && (
        <Notice
          tone="info"
          title={`You are on a break until ${dateAndTime(play.timeOut.until)}.`}
          className="mb-6"
        />
      )}
      <div className="grid gap-8 lg:grid-cols-3">
        <RealityCheck everyMinutes={play.realityCheck.everyMinutes} />
        <TimeOut />
        <Exclusion />
      </div>
    </TitledCard>
  );
}
