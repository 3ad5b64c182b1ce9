import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Heard, post } from "./coinflips.ts";
import type { Player } from "./load.ts";
import type { Log } from "./logs.ts";

/** Pause before a request without an answer is retried, in milliseconds. */
export const AGAIN_MS = 100;

/** A request to a log. */
export interface Asked {
  readonly path: string;
  readonly body: object;
}

/** People who act repeatedly until they are stopped. Each retries a request under one key until it is answered. */
export abstract class Insistent {
  protected isRunning = true;
  readonly #work: Promise<void>[] = [];

  /** Starts a person; their promise resolves soon after `isRunning` became false. */
  protected begin(work: Promise<void>): void {
    this.#work.push(work);
  }

  /** Begins nothing more, and waits until the outcome of every last request is known. */
  async stop(): Promise<void> {
    this.abandon();
    await Promise.all(this.#work);
  }

  /** Begins nothing more, and does not wait. */
  abandon(): void {
    this.isRunning = false;
  }

  /** Sends a request until it is answered, or until the people are stopped: then the status is 0. */
  protected async ask({ service }: Log, player: Player, asked: Asked): Promise<Heard> {
    const key = randomUUID();
    for (;;) {
      const heard = await post(service, player, { ...asked, key }).catch(() => null);
      const isKnown = heard !== null && heard.status !== 503 && heard.status !== 429;
      if (isKnown || !this.isRunning) return heard ?? { status: 0, body: {} };
      await sleep(AGAIN_MS);
    }
  }
}
