import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { Player } from "../../player/player.ts";
import { AGE_TEXT, AGE_TEXT_HASH } from "./age-text.ts";
import { ageAsked, ageConfirmed, ageRefused, regionNoted } from "./events.ts";
import { isOfAge, responsiblePlayOf } from "./play.ts";
import { AGE_GATES, AGE_MAX, AGE_MIN, type AgeGate } from "./rules.ts";

/** What the operator asks of everybody who plays. Countries by ISO 3166. */
export interface HouseTerms {
  readonly ageGate: AgeGate;
  readonly blockedRegions: ReadonlySet<string>;
}

/** The terms while processes differ: the strongest gate, and every country that one of them bars. */
export const strictestOf = (first: HouseTerms, others: readonly HouseTerms[]): HouseTerms => ({
  ageGate: others.reduce((strongest, { ageGate }) => strongerOf(strongest, ageGate), first.ageGate),
  blockedRegions: new Set([first, ...others].flatMap(({ blockedRegions }) => [...blockedRegions])),
});

const strongerOf = (one: AgeGate, other: AgeGate): AgeGate =>
  AGE_GATES.indexOf(other) > AGE_GATES.indexOf(one) ? other : one;

const confirmation = (playerId: string, by: AgeGate): NewEvent =>
  ageConfirmed({ playerId, by, textVersion: AGE_TEXT.version, textHash: AGE_TEXT_HASH });

/** Whether nobody may play from there; while some countries are barred, from nowhere that is not known. */
const isBarred = (region: string | null, { blockedRegions }: HouseTerms): boolean =>
  region === null ? blockedRegions.size > 0 : blockedRegions.has(region);

/**
 * What a sign-in newly says of a player's age and region. Under the gate `consent`, signing in confirms the age, as the
 * sign-in button says.
 * @param region as a trusted proxy said it; undefined where none says it, and what the player declared stays
 */
export function meetTerms(
  playerId: string,
  player: Player,
  { terms, region }: { readonly terms: HouseTerms; readonly region: string | null | undefined },
): Decision<{ readonly playerId: string }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { age, region: noted } = responsiblePlayOf.of(player).rules;
  const events: NewEvent[] = [];
  const { version: textVersion } = AGE_TEXT;
  const gate = terms.ageGate;
  const isAsked = age.asked?.gate === gate && age.asked.textVersion === textVersion;
  if (!isAsked && (gate !== "consent" || age.asked !== null))
    events.push(ageAsked({ playerId, gate, textVersion }));
  if (gate === "consent" && (age.confirmed?.textVersion ?? 0) < textVersion)
    events.push(confirmation(playerId, "consent"));
  const by = region === undefined ? "player" : "proxy";
  const country = region === undefined ? (noted?.country ?? null) : region;
  const isBlocked = isBarred(country, terms);
  const isNews = noted === null ? isBlocked || region !== undefined : noted.isBlocked !== isBlocked;
  if (isNews || (noted !== null && noted.country !== country))
    events.push(regionNoted({ playerId, region: country, by, isBlocked }));
  return events.length === 0 ? refuse("terms_met", "Nothing is new.") : accept(events, { playerId });
}

/** Declares which country a player is in, where no proxy says it. */
export function declareRegion(
  { playerId, region }: { readonly playerId: string; readonly region: string },
  { player, terms }: { readonly player: Player; readonly terms: HouseTerms },
): Decision<{ readonly region: string; readonly isBlocked: boolean }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const isBlocked = isBarred(region, terms);
  return accept([regionNoted({ playerId, region, by: "player", isBlocked })], { region, isBlocked });
}

/** Whole years from a date of birth, `yyyy-mm-dd`, to an instant in UTC; null for what is no such date. */
export function yearsSince(birthDate: string, at: number): number | null {
  const born = new Date(`${birthDate}T00:00:00.000Z`);
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birthDate) return null;
  const now = new Date(at);
  const hadBirthday =
    now.getUTCMonth() > born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() >= born.getUTCDate());
  return now.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
}

export interface ConfirmAge {
  readonly playerId: string;
  /** `yyyy-mm-dd`; read, and written nowhere. */
  readonly birthDate: string | null;
  /** What a verifier said, where the gate asks one. */
  readonly verdict: "of_age" | "under_age" | null;
}

type AgeOutcome = { readonly isConfirmed: boolean; readonly textVersion: number };

/** Confirms a player's age as the gate asks. Who turned out to be under age cannot try another date. */
export function confirmAge(
  { playerId, birthDate, verdict }: ConfirmAge,
  context: { readonly player: Player; readonly at: number; readonly gate: AgeGate },
): Decision<AgeOutcome> {
  const { player, at } = context;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { rules } = responsiblePlayOf.of(player);
  // Another process may have asked for more.
  const gate = strongerOf(context.gate, rules.age.asked?.gate ?? context.gate);
  const done = { isConfirmed: true, textVersion: AGE_TEXT.version };
  const isBarred = { ...done, isConfirmed: false };
  // A verifier's word counts, whatever was enough in the meantime.
  if (verdict === "under_age") return accept([ageRefused({ playerId, by: "provider" })], isBarred);
  // Confirming again gives the same answer; a weaker proof never replaces a stronger one.
  const shown = rules.age.confirmed;
  if (shown?.textVersion === AGE_TEXT.version && isOfAge(rules))
    return accept([confirmation(playerId, shown.by)], done);
  if (rules.age.isUnderAge && gate !== "provider")
    return refuse("age_unconfirmed", `You have to be ${AGE_MIN} years old to bet or deposit.`);
  const years = birthDate === null ? null : yearsSince(birthDate, at);
  if (birthDate !== null && (years === null || years < 0 || years > AGE_MAX))
    return refuse("wrong_birth_date", "Give your date of birth as year-month-day, such as 1990-12-31.");
  if (gate === "birthdate" && years === null)
    return refuse("birth_date_needed", "Give your date of birth: it is checked and not stored.");
  if (gate === "provider" && verdict === null)
    return refuse("age_not_verified", "Your age is checked by a verification service: start a check there.");
  const isUnderAge = gate !== "provider" && years !== null && years < AGE_MIN;
  if (isUnderAge) return accept([ageRefused({ playerId, by: gate })], isBarred);
  return accept([confirmation(playerId, gate)], done);
}
