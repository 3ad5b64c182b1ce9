import {
  type ActedMessage,
  type ModeratorAct,
  type ModeratorContext,
  type MuteAnswer,
  mutePlayer,
  type Resolution,
  removeMessage,
  resolveReports,
  slowDown,
  unmutePlayer,
} from "#domain/features/chat/moderate.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, type Person, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfRoom, roomIn } from "./people.ts";

/** A moderator and the player they act on. */
interface Moderation {
  readonly actor: Person;
  readonly subject: Person;
}

function moderation<A extends JsonObject>(
  origin: CommandOrigin,
  { actor, subject }: Moderation,
  decide: (context: ModeratorContext) => Decision<A>,
): Submission<A> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfPlayer(actor.playerId), readOfPlayer(subject.playerId), readOfRoom] }),
    decide: (view) =>
      decide({
        actor: actorIn(view, actor),
        subject: actorIn(view, subject),
        room: roomIn(view),
        at: view.at,
      }),
  };
}

type Because = Pick<ModeratorAct, "reason">;
const actOf = ({ actor, subject }: Moderation, { reason }: Because) => ({
  by: actor.playerId,
  playerId: subject.playerId,
  reason,
});

/** The command that mutes a player. */
export const muteCommand = (
  origin: CommandOrigin,
  who: Moderation,
  act: Because & { readonly minutes: number | null },
): Submission<MuteAnswer> =>
  moderation(origin, who, (context) => mutePlayer({ ...actOf(who, act), minutes: act.minutes }, context));

/** The command that ends a mute. */
export const unmuteCommand = (origin: CommandOrigin, who: Moderation, act: Because) =>
  moderation(origin, who, (context) => unmutePlayer(actOf(who, act), context));

/** The command that removes a message. */
export const removeCommand = (origin: CommandOrigin, who: Moderation, act: Because & ActedMessage) =>
  moderation(origin, who, (context) => removeMessage({ ...act, ...actOf(who, act) }, context));

/** The command that closes reports. */
export const resolveCommand = (origin: CommandOrigin, who: Moderation, act: Omit<Resolution, "by">) =>
  moderation(origin, who, (context) => resolveReports({ ...act, ...actOf(who, act) }, context));

/** The command that sets slow mode. */
export const slowCommand = (
  origin: CommandOrigin,
  actor: Person,
  act: Because & { readonly seconds: number; readonly minutes: number },
): Submission<{ readonly seconds: number; readonly until: number }> => ({
  ...origin,
  reads: () => ({ streams: [readOfPlayer(actor.playerId), readOfRoom] }),
  decide: (view) =>
    slowDown(
      { ...act, by: actor.playerId },
      { actor: actorIn(view, actor), room: roomIn(view), at: view.at },
    ),
});
