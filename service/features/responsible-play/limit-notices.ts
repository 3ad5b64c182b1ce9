import { z } from "zod";
import { noteLimitReached } from "#domain/features/responsible-play/limits.ts";
import { LIMIT_KINDS, LIMIT_WINDOWS } from "#domain/features/responsible-play/rules.ts";
import { dayOf } from "#domain/kernel/time.ts";
import { asError } from "#service/db/errors.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import type { Refused } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { playCommand } from "./commands.ts";

/** Notices remembered as sent, so that repeated refusals cost nothing. */
const SENT_MAX = 5_000;

const limitSchema = z.object({ kind: z.enum(LIMIT_KINDS), window: z.enum(LIMIT_WINDOWS) });

/** Notifies players that a limit of theirs was reached, once a UTC day for each limit. */
export class LimitNotices {
  readonly #core: Pick<Core, "writer" | "now" | "onTrouble">;
  readonly #sent = new Set<string>();

  constructor(core: Pick<Core, "writer" | "now" | "onTrouble">) {
    this.#core = core;
  }

  refused({ playerId, refusal }: Refused): void {
    if (refusal.code !== "limit_reached") return;
    const limit = limitSchema.safeParse(refusal.facts);
    // A single bet that is too large does not mean that the limit is used up.
    if (!limit.success || limit.data.window === "bet") return;
    const { kind, window } = limit.data;
    const at = this.#core.now();
    const commandId = `limit_${playerId}_${kind}_${window}_${dayOf(at)}`;
    if (this.#sent.has(commandId)) return;
    if (this.#sent.size >= SENT_MAX) this.#sent.clear();
    this.#sent.add(commandId);
    const command = playCommand(systemOrigin(commandId, at), playerId, (context) =>
      noteLimitReached({ playerId, kind, window }, context),
    );
    submitted(this.#core.writer, command).catch((error: unknown) => {
      this.#sent.delete(commandId);
      this.#core.onTrouble("a reached limit was not notified", asError(error));
    });
  }
}
