import { type FormEvent, useState } from "react";
import type { PlayLimit } from "#domain/features/responsible-play/contract.ts";
import type { LimitName } from "#domain/features/responsible-play/rules.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { KIND_NAMES, KIND_NOTES, WINDOW_NAMES_SHOWN } from "#web/features/responsible-play/messages.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { dateAndTime, money, readMoney } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";

const { bet: _, ...WINDOWS_SHOWN } = WINDOW_NAMES_SHOWN;
const nameOf = ({ kind, window }: LimitName): string =>
  `${KIND_NAMES[kind]} limit for ${WINDOW_NAMES_SHOWN[window]}`;
const amountOf = (amount: string | null): string => (amount === null ? "none" : money(readMoney(amount)));

/** What is left of a limit, as text and as a bar. */
function Left({ limit: { amount, used, freesAt } }: { limit: PlayLimit & { readonly amount: string } }) {
  const [most, spent] = [readMoney(amount), readMoney(used)];
  const left = spent >= most ? 0n : spent < 0n ? most : most - spent;
  const share = most === 0n ? 0 : Number(((most - left) * 100n) / most);
  return (
    <div className="space-y-1">
      <p className="text-muted">
        <span className="font-semibold text-ink">{money(left)}</span> left of {money(most)}
        {freesAt !== null && spent > 0n && <>; more from {dateAndTime(freesAt)}</>}
      </p>
      <div className="h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}

/** A raise that waits for its second confirmation. */
function Pending({ limit, now }: { limit: PlayLimit; now: number }) {
  const { kind, window, pending } = limit;
  const body = { kind, window };
  const confirm = usePlayCommand(sendBody("POST /responsible-play/limits/confirm"), () => "Limit changed");
  const withdraw = usePlayCommand(sendBody("DELETE /responsible-play/limits/pending"), () => "Limit kept");
  if (pending === null) return null;
  const isEarly = now < Date.parse(pending.from);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunken px-3 py-2 text-muted">
      <p className="min-w-0 grow basis-48">
        {pending.amount === null ? "Lifts" : `Rises to ${amountOf(pending.amount)}`} once you confirm it, from{" "}
        {dateAndTime(pending.from)}.
      </p>
      <div className="flex gap-2">
        <ActionButton
          size="sm"
          isUnavailable={isEarly || confirm.isPending}
          onClick={() => confirm.mutate(body)}
        >
          Confirm
        </ActionButton>
        <ActionButton
          size="sm"
          variant="ghost"
          isUnavailable={withdraw.isPending}
          onClick={() => withdraw.mutate(body)}
        >
          Keep as it is
        </ActionButton>
      </div>
    </div>
  );
}

function SetLimit({ limits }: { limits: readonly PlayLimit[] }) {
  const [kind, setKind] = useState<LimitName["kind"]>("loss");
  const [window, setWindow] = useState<LimitName["window"]>("day");
  const [amount, setAmount] = useState("");
  const [fault, setFault] = useState<string>();
  const name = { kind, window: kind === "stake" ? "bet" : window === "bet" ? "day" : window } as const;
  const present = limits.find((limit) => limit.kind === name.kind && limit.window === name.window);
  const set = usePlayCommand(sendBody("PUT /responsible-play/limits"), ({ pending }) =>
    pending === null ? "Limit set" : `Asked for. Confirm it from ${dateAndTime(pending.from)}`,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAmount = parseMinor(amount.trim()) !== null;
    setFault(isAmount ? undefined : "Enter an amount with at most two decimals");
    if (isAmount && !set.isPending) set.mutate({ ...name, amount: Number(amount) });
  };
  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Select label="Limit of" options={KIND_NAMES} value={kind} onChange={setKind} />
      {kind === "stake" ? (
        <Select label="For" options={{ bet: "a bet" }} value="bet" onChange={setWindow} disabled />
      ) : (
        <Select
          label="For"
          options={WINDOWS_SHOWN}
          value={name.window === "bet" ? "day" : name.window}
          onChange={setWindow}
        />
      )}
      <Field
        label="At most"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={fault}
        hint={`${KIND_NAMES[kind]}: ${KIND_NOTES[kind]}`}
        onChange={(event) => setAmount(event.target.value)}
      />
      <div className="flex flex-wrap gap-2 sm:pt-6.5">
        <ActionButton type="submit" variant="primary" isUnavailable={set.isPending}>
          Set limit
        </ActionButton>
        {present !== undefined && present.amount !== null && (
          <ActionButton
            variant="ghost"
            isUnavailable={set.isPending}
            onClick={() => set.mutate({ ...name, amount: null })}
          >
            Lift
          </ActionButton>
        )}
      </div>
    </form>
  );
}

/** The limits that a player set, what is left of them, and the way to set one. */
export function LimitsCard({ limits, now }: { limits: readonly PlayLimit[]; now: number }) {
  const shown = limits.filter(({ amount, pending }) => amount !== null || pending !== null);
  return (
    <TitledCard
      id="limits"
      title="Your limits"
      description="A lower limit applies at once. A higher one, or none, needs a second confirmation after 24 hours. RBX and TIX count alike, items at their values."
    >
      {shown.length === 0 ? (
        <p className="mb-6 text-muted text-sm">You have set no limit.</p>
      ) : (
        <ul className="mb-6 divide-y divide-line border-line border-y text-sm">
          {shown.map((limit) => (
            <li key={nameOf(limit)} className="grid gap-2 py-3 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-6">
              <p className="font-medium text-ink">{nameOf(limit)}</p>
              <div className="space-y-2">
                {limit.amount !== null &&
                  (limit.kind === "stake" ? (
                    <p className="text-muted">{money(readMoney(limit.amount))}</p>
                  ) : (
                    <Left limit={{ ...limit, amount: limit.amount }} />
                  ))}
                <Pending limit={limit} now={now} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <SetLimit limits={limits} />
    </TitledCard>
  );
}
