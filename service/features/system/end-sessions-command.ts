import type { AdminAnswer } from "#domain/features/roles/admin.ts";
import { endSessions } from "#domain/features/system/end-sessions.ts";
import { systemStream, systemStreamKind } from "#domain/features/system/events.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { type AdminRequest, adminCommand } from "#service/features/roles/commands.ts";

/** The end of all of a player's sessions as a command for the writer; whoever sends it ends them. */
export function endSessionsCommand(origin: CommandOrigin, request: AdminRequest): Submission<AdminAnswer> {
  const command = adminCommand(origin, request, endSessions);
  return {
    ...command,
    reads: () => {
      const { streams, holdings } = command.reads();
      return { streams: [...streams, { kind: systemStreamKind, name: systemStream }], holdings };
    },
  };
}
