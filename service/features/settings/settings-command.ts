import { settingsStreams } from "#domain/features/registry.ts";
import { settingsStream } from "#domain/features/settings/events.ts";
import { type ChangeSettings, changeSettings, type Settings } from "#domain/features/settings/settings.ts";
import type { CommandOrigin } from "#service/event-store/command-origin.ts";
import type { LogView, StreamRead, Submission } from "#service/event-store/submission.ts";
import { actorIn, type Person, readOfPlayer } from "#service/features/roles/actor.ts";

/** What every command that follows a setting reads. */
export const readOfSettings: StreamRead = { kind: settingsStreams, name: settingsStream };

/** The settings as of the head. */
export const settingsIn = (view: LogView): Settings => view.stream(settingsStreams, settingsStream);

/** A change of settings as a command for the writer. */
export function changeSettingsCommand(
  origin: CommandOrigin,
  { actor, ...change }: Omit<ChangeSettings, "actorId"> & { readonly actor: Person },
): Submission<{ readonly version: number }> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfSettings, readOfPlayer(actor.playerId)], holdings: [] }),
    decide: (view) =>
      changeSettings(
        { actorId: actor.playerId, ...change },
        { actor: actorIn(view, actor), settings: settingsIn(view) },
      ),
  };
}
