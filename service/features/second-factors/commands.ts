import { type AdminAnswer, isAdmin } from "#domain/features/roles/admin.ts";
import {
  factorsStream,
  passkeyCloneRefused,
  recoveryCodesMade,
  recoveryCodeUsed,
} from "#domain/features/second-factors/events.ts";
import {
  addFactor,
  type FactorAnswer,
  type Factors,
  factorsKind,
  type OneFactor,
  removeFactor,
  resetFactors,
} from "#domain/features/second-factors/factors.ts";
import { accept } from "#domain/kernel/decision.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, type Person, readOfPlayer } from "#service/features/roles/actor.ts";
import { type AdminRequest, adminCommand } from "#service/features/roles/commands.ts";
import { type FactorRow, factorSideRow } from "./factor-rows.ts";

/** The stream of a player's second factors. */
export const readOfFactors = (playerId: string): StreamRead<Factors> => ({
  kind: factorsKind,
  name: factorsStream(playerId),
});
/** The streams that every event on factors is written to; they must be in memory. */
const writtenOf = (playerId: string): readonly StreamRead[] => [
  readOfFactors(playerId),
  readOfPlayer(playerId),
];
/** A player's second factors as of the head. */
export const factorsIn = (view: LogView, playerId: string) => view.stream(readOfFactors(playerId));

/** The command that adds a factor. Its key is written beside the log in the same batch. */
export function addFactorCommand(
  origin: CommandOrigin,
  row: FactorRow,
  isExpectedFirst: boolean,
): Submission<FactorAnswer> {
  const added: OneFactor = { playerId: row.player_id, factorId: row.id };
  return {
    ...origin,
    sideRows: [factorSideRow(row)],
    reads: () => ({ streams: writtenOf(added.playerId) }),
    decide: (view) => addFactor(added, factorsIn(view, added.playerId), isExpectedFirst),
  };
}

/** The command that removes a factor. */
export const removeFactorCommand = (
  origin: CommandOrigin,
  person: Person,
  factorId: string,
): Submission<{ readonly id: string }> => ({
  ...origin,
  reads: () => ({ streams: writtenOf(person.playerId) }),
  decide: (view) =>
    removeFactor(
      { playerId: person.playerId, factorId },
      factorsIn(view, person.playerId),
      isAdmin(actorIn(view, person)),
    ),
});

/** The command by which another admin removes all factors. */
export function resetFactorsCommand(origin: CommandOrigin, request: AdminRequest): Submission<AdminAnswer> {
  const { playerId } = request.subject;
  const of = (view: LogView) => factorsIn(view, playerId);
  const command = (view: LogView) =>
    adminCommand(origin, request, (act, context) => resetFactors(act, context, of(view)));
  return {
    ...origin,
    reads: () => {
      const { streams, holdings } = adminCommand(origin, request, () => accept([], { playerId })).reads();
      return { streams: [...streams, readOfFactors(playerId)], holdings };
    },
    decide: (view) => command(view).decide(view),
  };
}

/** A command that only records an event on a player's factors. */
const noted = (origin: CommandOrigin, playerId: string, event: NewEvent): Submission => ({
  ...origin,
  reads: () => ({ streams: writtenOf(playerId) }),
  decide: () => accept([event], {}),
});

/** The command that records new recovery codes. */
export const codesMadeCommand = (origin: CommandOrigin, playerId: string, codes: number): Submission =>
  noted(origin, playerId, recoveryCodesMade({ playerId, codes }));

/** The command that records the use of a recovery code. */
export const codeUsedCommand = (origin: CommandOrigin, playerId: string, left: number): Submission =>
  noted(origin, playerId, recoveryCodeUsed({ playerId, left }));

/** The command that records the refusal of a copied passkey. */
export const cloneRefusedCommand = (origin: CommandOrigin, playerId: string, factorId: string): Submission =>
  noted(origin, playerId, passkeyCloneRefused({ playerId, factorId }));
