import type { Proposal, ProposedAct } from "#domain/features/proposals/contract.ts";
import type { Act } from "#domain/features/proposals/events.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { SettingDefinition } from "#domain/kernel/setting.ts";
import { itemNames, type ProposalRow } from "#projections/features/proposals/proposals.ts";
import { playersById } from "#projections/features/roles/standings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { definitionsIn } from "#service/features/settings/settings-command.ts";
import type { Deps } from "#service/http/deps.ts";
import { secondBars } from "./second-bars.ts";

type Face = Awaited<ReturnType<typeof playersById>>;

const peopleOf = ({ by, endedBy, act }: ProposalRow): readonly string[] =>
  [by, endedBy, "playerId" in act ? act.playerId : null].filter((id) => id !== null);

/** Proposals as an admin sees them: with names, and why they cannot confirm one. */
export async function shownTo(
  callerId: string,
  rows: readonly ProposalRow[],
  { models, deps }: { readonly models: ReadModels; readonly deps: Deps },
): Promise<Proposal[]> {
  const face = await playersById(deps.db, rows.flatMap(peopleOf));
  const assetIds = rows.flatMap(({ act }) => ("assetId" in act ? [act.assetId] : []));
  const items = await itemNames(models, assetIds);
  const authors = rows.map(({ by }) => by);
  const barOf = await secondBars(callerId, authors, { models, deps });
  const definitions = definitionsIn(deps);
  return rows.map((row) => ({
    id: row.id,
    kind: row.act.kind,
    status: row.status,
    by: row.by,
    reason: row.reason,
    expiresAt: instantOf(row.expiresAt),
    position: row.position,
    createdAt: instantOf(row.at),
    proposer: face(row.by),
    act: shownAct(row.act, { face, items, definitions }),
    endedBy: row.endedBy === null ? null : face(row.endedBy),
    endedAt: row.endedAt === null ? null : instantOf(row.endedAt),
    bar: row.status === "proposed" ? (barOf(row.by) ?? barOfAct(row.act, callerId)) : null,
  }));
}

const barOfAct = (act: Act, callerId: string): Proposal["bar"] =>
  "playerId" in act && act.playerId === callerId ? OWN : null;

const OWN = { code: "own_act", detail: "This is about yourself: another admin has to confirm it." };

interface Words {
  readonly face: Face;
  readonly items: ReadonlyMap<number, string>;
  readonly definitions: readonly SettingDefinition[];
}

function shownAct(act: Act, { face, items, definitions }: Words): ProposedAct {
  switch (act.kind) {
    case "grant_role":
      return { kind: act.kind, player: face(act.playerId), role: act.role };
    case "lift_suspension":
      return { kind: act.kind, player: face(act.playerId) };
    case "change_settings":
      return { kind: act.kind, changes: changesOf(act, definitions) };
    case "override_value":
    case "lift_override": {
      const { kind, assetId, value, before } = act;
      const amounts = { from: formatMinor(BigInt(before)), to: formatMinor(BigInt(value)) };
      return { kind, assetId, item: items.get(assetId) ?? null, ...amounts };
    }
    case "resume_stakes":
      return { kind: act.kind, since: instantOf(act.since), halt: act.halt };
    case "write_off_debt": {
      const { kind, depositId, playerId, owed, asset } = act;
      return { kind, depositId, player: face(playerId), owed: formatMinor(BigInt(owed)), asset };
    }
  }
}

function changesOf(
  { values, before }: Extract<Act, { readonly kind: "change_settings" }>,
  definitions: readonly SettingDefinition[],
): { name: string; from: string | number; to: string | number }[] {
  const shown = ({ unit, default: unset }: SettingDefinition, value: string | null | undefined) => {
    const amount = BigInt(value ?? unset);
    return unit === "money" ? formatMinor(amount) : Number(amount);
  };
  return definitions
    .filter(({ name }) => values[name] !== undefined)
    .map((setting) => ({
      name: setting.name,
      from: shown(setting, before[setting.name]),
      to: shown(setting, values[setting.name]),
    }));
}
