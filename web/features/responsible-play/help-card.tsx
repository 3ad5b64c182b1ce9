import { useQuery } from "@tanstack/react-query";
import { Phone } from "lucide-react";
import { useState } from "react";
import { COUNTRIES } from "#web/features/responsible-play/countries.ts";
import {
  countryOf,
  dialled,
  HELP_ANYWHERE,
  HELP_LINES,
  HELP_LINES_AS_OF,
  type HelpLine,
} from "#web/features/responsible-play/help-lines.ts";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { useSession } from "#web/lib/api/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Select } from "#web/ui/forms/choice.tsx";

const ELSEWHERE = "";
const CHOICES: Readonly<Record<string, string>> = {
  [ELSEWHERE]: "Another country",
  ...Object.fromEntries(Object.keys(HELP_LINES).map((code) => [code, COUNTRIES[code] ?? code])),
};

/** Where the player is, as far as the site or the browser knows. */
function useCountry(): string {
  const isSignedIn = useSession().status === "signed-in";
  const { data } = useQuery({ ...responsiblePlayQuery, enabled: isSignedIn });
  const country = data?.region?.country ?? countryOf(navigator.language);
  return country in HELP_LINES ? country : ELSEWHERE;
}

function Line({ line: { name, phone, site } }: { readonly line: HelpLine }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="font-semibold text-ink">{name}</p>
        <a
          href={site}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent text-sm underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          {new URL(site).hostname.replace(/^www\./, "")}
        </a>
      </div>
      {phone !== null && (
        <a href={dialled(phone)} className={buttonClass()}>
          <Phone className="size-4" aria-hidden="true" />
          {phone}
        </a>
      )}
    </div>
  );
}

/** Help lines of the player's country, and of others by choice. */
export default function HelpCard() {
  const known = useCountry();
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? known;
  const line = HELP_LINES[country];
  return (
    <TitledCard
      id="help-lines"
      title="Talk to someone"
      description="Free and confidential, for players and for those close to them."
    >
      <div className="grid gap-6 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-start">
        <Select label="Help in" options={CHOICES} value={country} onChange={setChosen} />
        <div className="space-y-5" aria-live="polite">
          {line !== undefined && <Line line={line} />}
          <Line line={HELP_ANYWHERE} />
          <p className="text-faint text-xs">
            List of {HELP_LINES_AS_OF}. Numbers change; the sites have the current ones.
          </p>
        </div>
      </div>
    </TitledCard>
  );
}
