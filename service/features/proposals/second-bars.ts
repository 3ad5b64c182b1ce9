import { refusalOfFirst, refusalOfSecond } from "#domain/features/roles/second.ts";
import { roleHours } from "#domain/features/roles/settings.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { type AdminStanding, adminStandings } from "#projections/features/roles/standings.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { listedAdmins } from "#service/features/roles/actor.ts";
import type { Deps } from "#service/http/deps.ts";

/** Why an admin cannot be the second of two, as the call would answer; null if they can. */
type Bar = { readonly code: string; readonly detail: string } | null;

const GONE: Bar = {
  code: "proposer_no_admin",
  detail: "The first admin is no longer one, so that approval does not count: start again.",
};

/**
 * Why an admin cannot confirm, by the first admin, as far as the read models know. The call itself decides at the head.
 */
export async function secondBars(
  callerId: string,
  firstIds: readonly string[],
  { models, deps }: { readonly models: ReadModels; readonly deps: Deps },
): Promise<(firstId: string) => Bar> {
  const listed = await listedAdmins(deps);
  const standings = await adminStandings(models, [callerId, ...firstIds]);
  const hours = (await settingsSet(models)).byName.get("roleHours")?.value ?? roleHours.default;
  const oneOf = (id: string) => ({
    id,
    isListed: listed.has(id),
    grant: standings.get(id)?.grant ?? null,
  });
  const second = oneOf(callerId);
  const age = { at: deps.now(), roleMs: Number(hours) * HOUR_MS };
  return (firstId) => {
    const first = oneOf(firstId);
    const bar = refusalOfSecond(second, first, age);
    if (bar !== null) return { code: bar.code, detail: bar.detail };
    if (!isAdmin(standings.get(firstId), first.isListed)) return GONE;
    const ofFirst = refusalOfFirst(first, second, age);
    return ofFirst === null ? null : { code: ofFirst.code, detail: ofFirst.detail };
  };
}

export interface Reviewed {
  readonly status: string;
  readonly firstApprovedBy: { readonly id: string } | null;
  readonly secondBar: Bar;
}

/** A queue, with why the caller cannot give each pending second approval. */
export async function withSecondBars<T extends Reviewed>(
  items: readonly T[],
  { callerId, ...on }: { readonly callerId: string; readonly models: ReadModels; readonly deps: Deps },
): Promise<T[]> {
  const firstOf = ({ status, firstApprovedBy }: T) => (status === "pending" ? firstApprovedBy : null);
  const firsts = items.flatMap((item) => firstOf(item)?.id ?? []);
  const barOf = firsts.length === 0 ? () => null : await secondBars(callerId, firsts, on);
  return items.map((item) => {
    const first = firstOf(item);
    return first === null ? item : { ...item, secondBar: barOf(first.id) };
  });
}

const isAdmin = (standing: AdminStanding | undefined, isListed: boolean): boolean =>
  standing?.suspended !== true && (isListed || (standing?.grant ?? null) !== null);
