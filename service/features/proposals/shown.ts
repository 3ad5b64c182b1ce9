import { endpoints } from "#domain/features/contract.ts";
import type { KeptAct } from "#domain/features/proposals/events.ts";
import { acts } from "#domain/features/registry.ts";
import type { ActDefinition, ActNames } from "#domain/features/roles/act.ts";
import { itemNames, type ProposalRow } from "#projections/features/proposals/proposals.ts";
import { playersById } from "#projections/features/roles/standings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { definitionsIn } from "#service/features/settings/settings-command.ts";
import type { Deps } from "#service/http/deps.ts";
import type { Proposal } from "./columns.ts";
import { secondBars } from "./second-bars.ts";

const allActs: readonly ActDefinition[] = Object.values(acts);
const actSchema = endpoints.proposals.answers[200].shape.items.element.shape.act;

/** The player that an act is about. */
const playerOf = ({ playerId }: KeptAct): readonly string[] =>
  typeof playerId === "string" ? [playerId] : [];
const itemOf = ({ assetId }: KeptAct): readonly number[] => (typeof assetId === "number" ? [assetId] : []);

const peopleOf = ({ by, endedBy, act }: ProposalRow): readonly string[] =>
  endedBy === null ? [by, ...playerOf(act)] : [by, endedBy, ...playerOf(act)];

/** Proposals as shown to an admin: with names, and why the admin cannot confirm them. */
export async function shownTo(
  callerId: string,
  rows: readonly ProposalRow[],
  { models, deps }: { readonly models: ReadModels; readonly deps: Deps },
): Promise<Proposal[]> {
  const person = await playersById(deps.db, rows.flatMap(peopleOf));
  const items = await itemNames(
    models,
    rows.flatMap(({ act }) => itemOf(act)),
  );
  const authors = rows.map(({ by }) => by);
  const barOf = await secondBars(callerId, authors, { models, deps });
  const names = { person, item: (id: number) => items.get(id) ?? null, definitions: definitionsIn(deps) };
  return rows.flatMap((row) => {
    const act = shownAct(row.act, names);
    if (act === null) return [];
    return {
      id: row.id,
      kind: act.kind,
      status: row.status,
      by: row.by,
      reason: row.reason,
      expiresAt: instantOf(row.expiresAt),
      position: row.position,
      createdAt: instantOf(row.at),
      proposer: person(row.by),
      act,
      endedBy: row.endedBy === null ? null : person(row.endedBy),
      endedAt: row.endedAt === null ? null : instantOf(row.endedAt),
      bar: row.status === "proposed" ? (barOf(row.by) ?? barOfAct(row.act, callerId)) : null,
    };
  });
}

/** An act in the API's format; null when no feature declares it any longer. */
function shownAct({ kind, ...data }: KeptAct, names: ActNames): Proposal["act"] | null {
  const definition = allActs.find((one) => one.kind === kind);
  if (definition === undefined) return null;
  return actSchema.parse({ kind, ...definition.show(definition.act.parse(data), names) });
}

const barOfAct = (act: KeptAct, callerId: string): Proposal["bar"] =>
  playerOf(act).includes(callerId) ? OWN : null;

const OWN = { code: "own_act", detail: "This is about yourself: another admin has to confirm it." };
