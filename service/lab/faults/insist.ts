import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Heard, post } from "./coinflips.ts";
import type { Player } from "./load.ts";
import type { Log } from "./logs.ts";

/** Whoever was not answered asks again after this while, in milliseconds. */
export const AGAIN_MS = 100;

/** What somebody asks for. */
export interface Asked {
  readonly path: string;
  readonly body: object;
}

/** People who ask a log with one key until they know what became of a request, for as long as they are about. */
export class Insistence {
  isRunning = true;

  async ask({ service }: Log, player: Player, asked: Asked): Promise<Heard> {
    const key = randomUUID();
    for (;;) {
      const heard = await post(service, player, { ...asked, key }).catch(() => null);
      const isKnown = heard !== null && heard.status !== 503 && heard.status !== 429;
      if (isKnown || !this.isRunning) return heard ?? { status: 0, body: {} };
      await sleep(AGAIN_MS);
    }
  }
}
