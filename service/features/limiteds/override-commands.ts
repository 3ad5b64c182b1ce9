import { catalogueStream } from "#domain/features/limiteds/events.ts";
import {
  liftOverride,
  type OverrideAct,
  type OverrideAnswer,
  type OverrideGround,
  overrideValue,
} from "#domain/features/limiteds/override.ts";
import { catalogueStreams } from "#domain/features/registry.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { CommandOrigin } from "#service/event-store/command-origin.ts";
import type { Submission } from "#service/event-store/submission.ts";
import { actorIn, type Person, readOfPlayer } from "#service/features/roles/actor.ts";

/** Who acts upon the value of which item, and why. */
export interface OverrideRequest {
  readonly actor: Person;
  readonly assetId: number;
  readonly reason: string;
}

function catalogueCommand(
  origin: CommandOrigin,
  { actor, assetId, reason }: OverrideRequest,
  decide: (act: OverrideAct, ground: OverrideGround) => Decision<OverrideAnswer>,
): Submission<OverrideAnswer> {
  const read = { kind: catalogueStreams, name: catalogueStream };
  return {
    ...origin,
    reads: () => ({ streams: [read, readOfPlayer(actor.playerId)], holdings: [] }),
    decide: (view) =>
      decide(
        { actorId: actor.playerId, assetId, reason },
        { actor: actorIn(view, actor), catalogue: view.stream(catalogueStreams, catalogueStream) },
      ),
  };
}

/** A value that an admin sets, as a command for the writer. */
export const overrideCommand = (
  origin: CommandOrigin,
  { value, ...request }: OverrideRequest & { readonly value: Minor },
): Submission<OverrideAnswer> =>
  catalogueCommand(origin, request, (act, ground) => overrideValue({ ...act, value }, ground));

/** The lifting of such a value, as a command for the writer. */
export const liftOverrideCommand = (
  origin: CommandOrigin,
  request: OverrideRequest,
): Submission<OverrideAnswer> => catalogueCommand(origin, request, liftOverride);
