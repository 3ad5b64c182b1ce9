import { useState } from "react";
import { type Calculation, calculate, type Scheme } from "#domain/fairness/calculator.ts";
import { EXAMPLES } from "#domain/fairness/examples.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useAddress } from "#web/lib/address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Hash } from "#web/ui/facts.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Field, TextArea } from "#web/ui/forms/field.tsx";
import { CheckStep } from "#web/ui/proofs/check-step.tsx";

const HEADING = {
  title: "Calculator",
  description:
    "Paste the seeds of any game. This page computes the result in your browser, without asking a server.",
};

const GAMES: Readonly<Record<Scheme, string>> = {
  st1: "Flip against the house or the bot",
  "rt1|pvp": "Coinflip between players",
  "rt1|jackpot": "Jackpot",
  "rt1|crash": "Crash",
};

interface Pasted {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isLong?: true;
}

const COMMITMENT: Pasted = {
  name: "commitment",
  label: "Commitment (optional)",
  hint: "The hash that was shown before the game.",
};
const OF_BEACON: readonly Pasted[] = [
  { name: "gameId", label: "Game or round id" },
  { name: "round", label: "Beacon round" },
  { name: "beacon", label: "Beacon", hint: "The signature of the round, or its SHA-256." },
];
const LINK: Pasted = { name: "serverSeed", label: "Link of the chain" };
const LINK_BEFORE: Pasted = {
  name: "commitment",
  label: "Link before it (optional)",
  hint: "Before link 1 comes the published end of the chain.",
};
const PLAYERS: Pasted = {
  name: "participants",
  label: "Players",
  hint: "One per line: number:player:client seed:stake in hundredths, then :instances for items.",
  isLong: true,
};

const FIELDS: Readonly<Record<Scheme, readonly Pasted[]>> = {
  st1: [
    { name: "serverSeed", label: "Server seed" },
    { name: "clientSeed", label: "Client seed" },
    { name: "nonce", label: "Nonce" },
    COMMITMENT,
  ],
  "rt1|pvp": [{ name: "serverSeed", label: "Server seed" }, ...OF_BEACON, PLAYERS, COMMITMENT],
  "rt1|jackpot": [LINK, ...OF_BEACON, PLAYERS, LINK_BEFORE],
  "rt1|crash": [
    LINK,
    ...OF_BEACON,
    { name: "number", label: "Round number in its game" },
    { name: "edge", label: "House edge in percent" },
    LINK_BEFORE,
  ],
};

const isScheme = (scheme: string): scheme is Scheme => Object.hasOwn(GAMES, scheme);

function Steps({ calculation }: { calculation: Calculation }) {
  if ("problem" in calculation)
    return (
      <p className="text-muted text-sm">
        Fill in the fields, or try an example, to see each step of the formula.
      </p>
    );
  const { steps, result } = calculation;
  return (
    <>
      <output className="mb-5 block font-bold text-ink text-xl">{result}</output>
      <ol className="space-y-5">
        {steps.map(({ title, how, found, holds }, index) => (
          <CheckStep key={title} number={index + 1} title={title} how={how} holds={holds}>
            <Hash>{found}</Hash>
          </CheckStep>
        ))}
      </ol>
    </>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Computes any game from what is pasted, in this browser alone. */
export default function CalculatorPage() {
  const { get, change } = useAddress();
  const asked = get("scheme");
  const scheme = isScheme(asked) ? asked : "st1";
  const [pasted, setPasted] = useState<Readonly<Record<string, string>>>({});
  const calculation = calculate(scheme, pasted);
  const isExample = pasted === EXAMPLES[scheme];
  const errorOf = ({ name }: Pasted): string | undefined =>
    "problem" in calculation && calculation.field === name && pasted[name]?.trim()
      ? calculation.problem
      : undefined;
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <TitledCard
          id="pasted"
          title="Seeds"
          className="min-w-0"
          actions={
            <Button size="sm" onClick={() => setPasted(EXAMPLES[scheme])}>
              Try an example
            </Button>
          }
        >
          <form className="space-y-4" onSubmit={(event) => event.preventDefault()}>
            <Select
              label="Game"
              options={GAMES}
              value={scheme}
              onChange={(chosen) => change({ scheme: chosen })}
            />
            {FIELDS[scheme].map((field) => {
              const input = {
                label: field.label,
                hint: field.hint,
                error: errorOf(field),
                value: pasted[field.name] ?? "",
                autoComplete: "off",
                spellCheck: false,
              };
              const keep = (value: string) => setPasted((before) => ({ ...before, [field.name]: value }));
              return field.isLong ? (
                <TextArea
                  key={field.label}
                  rows={4}
                  {...input}
                  onChange={(event) => keep(event.target.value)}
                />
              ) : (
                <Field key={field.label} {...input} onChange={(event) => keep(event.target.value)} />
              );
            })}
          </form>
        </TitledCard>
        <TitledCard
          id="steps"
          title="Steps"
          className="min-w-0"
          actions={isExample && <Badge tone="accent">Published example</Badge>}
        >
          <Steps calculation={calculation} />
        </TitledCard>
      </div>
    </>
  );
}
