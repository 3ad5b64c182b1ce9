import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ResponsiblePlayAnswer } from "#domain/features/responsible-play/contract.ts";
import { AGE_MIN } from "#domain/features/responsible-play/rules.ts";
import { AgeDialog } from "#web/features/responsible-play/age-dialog.tsx";
import { COUNTRIES } from "#web/features/responsible-play/countries.ts";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { usePlayCommand } from "#web/features/responsible-play/use-play.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Notice } from "#web/ui/notice.tsx";

function RegionForm() {
  const [region, setRegion] = useState<string>("");
  const declare = usePlayCommand(sendBody("POST /responsible-play/region"), (answer) =>
    answer.isBlocked ? null : "Your country is noted",
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

/** A check at the verification service that is not over, as far as we know. */
function CheckNotice({ url }: { url: string | null }) {
  const { refetch, isFetching } = useQuery(responsiblePlayQuery);
  return (
    <Notice
      tone="info"
      title="Your age is being checked"
      action={
        <div className="flex flex-wrap gap-2">
          <ActionButton size="sm" variant="primary" isUnavailable={isFetching} onClick={() => void refetch()}>
            Check again
          </ActionButton>
          {url !== null && (
            <a href={url} className={buttonClass({ size: "sm" })}>
              Continue the check
            </a>
          )}
        </div>
      }
    >
      You can bet once the verification service has confirmed it. You can look around until then.
    </Notice>
  );
}

interface PersonNoticeProps extends Pick<ResponsiblePlayAnswer, "age" | "region"> {
  /** Whether a stake or a deposit was refused for a missing age check, so that it is asked for again. */
  readonly isAgeOpen: boolean;
  readonly onAgeOpenChange: (isOpen: boolean) => void;
}

/** What a player has to provide before they can bet or deposit; absent if nothing. */
export function PersonNotice({ age, region, isAgeOpen, onAgeOpenChange }: PersonNoticeProps) {
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
        Playing is not allowed everywhere. Tell us where you are before you bet or deposit.
        <RegionForm />
      </Notice>
    ) : (
      <Notice tone="warn" title={`Playing is not allowed in ${COUNTRIES[region.country] ?? region.country}`}>
        You can look around and withdraw what is yours, but not bet or deposit.
      </Notice>
    );
  }
  if (age.asked === null) return null;
  if (age.asked === "provider" && age.check?.isOpen === true) return <CheckNotice url={age.check.url} />;
  return (
    <>
      <Notice
        tone="info"
        title="Confirm your age before you play"
        action={
          <ActionButton
            size="sm"
            variant="primary"
            isUnavailable={false}
            onClick={() => onAgeOpenChange(true)}
          >
            Confirm age...
          </ActionButton>
        }
      >
        {age.check === null
          ? "You can look around until then."
          : "The verification service has not confirmed your age. You can look around, or start another check."}
      </Notice>
      <AgeDialog gate={age.asked} isOpen={isAgeOpen} onClose={() => onAgeOpenChange(false)} />
    </>
  );
}
