import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SLOW_MINUTES_MAX, SLOW_SECONDS_MAX } from "#domain/features/chat/rules.ts";
import { roomQuery } from "#web/features/chat/queries.ts";
import { useChatAct } from "#web/features/chat/talk/use-chat-act.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Slow = { readonly seconds: number; readonly minutes: number };

const inRange = (text: string, most: number): number | null =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null;

/** Sets or ends slow mode. */
export function SlowCard({ reasons }: { reasons: readonly string[] }) {
  const slow = useQuery(roomQuery).data?.slow ?? null;
  const [seconds, setSeconds] = useState("30");
  const [minutes, setMinutes] = useState("30");
  const [asked, setAsked] = useState<Slow | null>(null);
  const { mutate, isPending } = useChatAct({
    send: sendBody("PUT /chat/slow"),
    done: "Slow mode changed.",
  });
  const [of, during] = [inRange(seconds, SLOW_SECONDS_MAX), inRange(minutes, SLOW_MINUTES_MAX)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (of !== null && during !== null) setAsked({ seconds: of, minutes: during });
  };
  return (
    <div className="space-y-5">
      {slow && (
        <Notice
          tone="info"
          title={`One message in ${slow.seconds} s, until ${dateAndTime(slow.until)}`}
          action={
            <Button size="sm" onClick={() => setAsked({ seconds: 0, minutes: 1 })}>
              End slow mode
            </Button>
          }
        />
      )}
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start">
        <Field
          label="Seconds between two messages"
          inputMode="numeric"
          value={seconds}
          error={of === null ? `Enter 1 to ${SLOW_SECONDS_MAX}` : undefined}
          onChange={(event) => setSeconds(event.target.value)}
        />
        <Field
          label="Duration in minutes"
          inputMode="numeric"
          value={minutes}
          error={during === null ? `Enter 1 to ${SLOW_MINUTES_MAX}` : undefined}
          onChange={(event) => setMinutes(event.target.value)}
        />
        <Button type="submit" variant="primary" className="sm:mt-6.5">
          Slow down
        </Button>
      </form>
      {asked && (
        <ReasonDialog
          name="chat.slow"
          title={
            asked.seconds === 0
              ? "End slow mode"
              : `One message in ${asked.seconds} s for ${asked.minutes} minutes`
          }
          description="Players see this below the input. Moderators are exempt."
          label="Reason"
          canned={reasons}
          action={asked.seconds === 0 ? "End slow mode" : "Slow down"}
          isPending={isPending}
          onClose={() => setAsked(null)}
          onSend={(reason, onTaken) => mutate({ ...asked, reason }, { onSuccess: onTaken })}
        />
      )}
    </div>
  );
}
