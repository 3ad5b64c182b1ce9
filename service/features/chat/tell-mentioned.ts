import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { type Mention, tellMentioned } from "#domain/features/chat/mention.ts";
import { isStaff } from "#domain/features/chat/moderate.ts";
import { MENTION_TOLD_MS } from "#domain/features/chat/rules.ts";
import { chatLevelMin } from "#domain/features/chat/settings.ts";
import { asError } from "#service/db/errors.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import { readOfFriendship } from "#service/features/friendships/commands.ts";
import { actorIn, type Person, personOf, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import type { Core } from "#service/http/deps.ts";
import { mentionedIn } from "./chat-rows.ts";
import { readOfRoom } from "./people.ts";

type Telling = Pick<Core, "db" | "config" | "writer" | "now" | "onTrouble">;

/** The command that notifies a mentioned player: at most one per author and reader in each interval. */
function mentionCommand(
  mention: Mention,
  mentioned: Person,
  at: number,
): Submission<{ readonly playerId: string }> {
  const { by, playerId } = mention;
  const between = readOfFriendship(by, playerId);
  return {
    ...systemOrigin(`mention_${by}_${playerId}_${Math.floor(at / MENTION_TOLD_MS)}`, at),
    reads: () => ({ streams: [readOfRoom, readOfPlayer(playerId), readOfSettings, between] }),
    decide: (view) => {
      const actor = actorIn(view, mentioned);
      return tellMentioned(mention, {
        mentioned: actor.player,
        isStaff: isStaff(actor),
        levelMin: chatLevelMin.countOf(settingsIn(view)),
        friendship: view.stream(between),
      });
    },
  };
}

/** Notifies the players whom a message mentions. Never fails: errors are reported, and the message stands. */
export async function tellAllMentioned({ id, userId }: ChatMessage, core: Telling): Promise<void> {
  const { db, writer, now, onTrouble } = core;
  try {
    for (const playerId of await mentionedIn(db, id)) {
      if (playerId === userId) continue;
      const mention = { by: userId, playerId, messageId: id };
      await submitted(writer, mentionCommand(mention, await personOf(playerId, core), now()));
    }
  } catch (error) {
    onTrouble("a mention was not notified", asError(error));
  }
}
