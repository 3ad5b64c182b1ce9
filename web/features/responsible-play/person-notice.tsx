import { type FormEvent, useState } from "react";
import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import type { ResponsiblePlayAnswer } from "#domain/features/responsible-play/contract.ts";
import { AGE_MIN } from "#domain/features/responsible-play/rules.ts";
import { COUNTRIES } from "#web/features/responsible-play/countries.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { call } from "#web/lib/api.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

function AgeForm() {
  const [birthDate, setBirthDate] = useState("");
  const [isConfirmed, setConfirmed] = useState(false);
  const [fault, setFault] = useState<string>();
  const confirm = usePlayCommand(
    (body: { readonly confirm: true; readonly birthDate: string }, idempotencyKey) =>
      call("POST /responsible-play/age", { body, idempotencyKey }),
    (answer) => (answer.isConfirmed ? "Your age is confirmed" : `You have to be ${AGE_MIN} to play`),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = birthDate === "" ? "Give your date of birth" : "Confirm the sentence below";
    setFault(birthDate === "" || !isConfirmed ? missing : undefined);
    if (birthDate !== "" && isConfirmed) confirm.mutate({ confirm: true, birthDate });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-3 space-y-3">
      <Field
        label="Date of birth"
        type="date"
        autoComplete="bday"
        className="max-w-60"
        error={fault}
        value={birthDate}
        onChange={(event) => setBirthDate(event.target.value)}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.target.checked)}
        />
        {AGE_TEXT.text}
      </label>
      <ActionButton type="submit" variant="primary" size="sm" isUnavailable={confirm.isPending}>
        Confirm age
      </ActionButton>
    </form>
  );
}

function RegionForm() {
  const [region, setRegion] = useState<string>("");
  const declare = usePlayCommand(
    (body: { readonly region: string }, idempotencyKey) =>
      call("POST /responsible-play/region", { body, idempotencyKey }),
    (answer) => (answer.isBlocked ? "You cannot play in that country" : "Your country is noted"),
  );
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <Select
        label="Country"
        options={COUNTRIES}
        value={region}
        onChange={setRegion}
        className="min-w-56 max-w-80 flex-1"
      />
      <ActionButton
        size="sm"
        variant="primary"
        isUnavailable={declare.isPending || region === ""}
        onClick={() => declare.mutate({ region })}
      >
        Save country
      </ActionButton>
    </div>
  );
}

/** What a player has to show or say before they can bet or deposit; nothing where nothing is missing. */
export function PersonNotice({ age, region }: Pick<ResponsiblePlayAnswer, "age" | "region">) {
  if (age.isUnderAge) {
    return (
      <Notice tone="warn" title={`You have to be ${AGE_MIN} years old to play`}>
        You can look around, but neither bet nor deposit.
      </Notice>
    );
  }
  if (region?.isBlocked === true) {
    return region.country === null ? (
      <Notice tone="info" title="Which country are you in?">
        Playing is not allowed everywhere. Say where you are before you bet or deposit.
        <RegionForm />
      </Notice>
    ) : (
      <Notice tone="warn" title={`Playing is not allowed in ${COUNTRIES[region.country] ?? region.country}`}>
        You can look around and take out what is yours, but neither bet nor deposit.
      </Notice>
    );
  }
  if (age.asked === null) return null;
  return (
    <Notice tone="info" title="Confirm your age before you play">
      Your date of birth is read to check your age, and kept nowhere.
      <AgeForm />
    </Notice>
  );
}
