import { setTimeout as sleep } from "node:timers/promises";
import type { LiveMessage } from "#domain/features/topics.ts";
import { asError } from "#service/db/errors.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import type { ReviewerEar } from "./live-hub.ts";

/** The read models with the roles. */
export const STANDINGS = ["standings"];
/** How long to wait for roles before a failure is reported, and before the retry, in milliseconds. */
export const ROLES_WITHIN_MS = 2_000;

type Needs = Pick<Deps, "reads" | "log" | "access">;

/**
 * Passes on topics for moderators and admins. Until a listener's roles are known, as of the head or of their last
 * change, the newest message of each topic waits; without a role it is dropped.
 */
export class Reviewer implements ReviewerEar {
  readonly #caller: Caller;
  readonly #deps: Needs;
  readonly #send: (message: LiveMessage) => void;
  readonly #kept = new Map<string, LiveMessage>();
  #isReviewer: boolean | null = null;
  /** Counts changes of roles, so that the answer to an older query is ignored. */
  #turn = 0;
  #isClosed = false;

  /** @param head the position as of which roles are read */
  constructor(caller: Caller, deps: Needs, to: { send: (message: LiveMessage) => void; head: number }) {
    this.#caller = caller;
    this.#deps = deps;
    this.#send = to.send;
    this.rolesChanged(to.head);
  }

  hear(message: LiveMessage): void {
    if (this.#isReviewer === true) this.#send(message);
    else if (this.#isReviewer === null) this.#kept.set(message.topic, message);
  }

  rolesChanged(position: number): void {
    this.#isReviewer = null;
    this.#turn += 1;
    void this.#find(this.#turn, position);
  }

  /** Stops querying. */
  close(): void {
    this.#isClosed = true;
  }

  async #find(turn: number, position: number): Promise<void> {
    const { reads, log, access } = this.#deps;
    const isDue = () => !this.#isClosed && this.#turn === turn;
    while (isDue()) {
      try {
        if (!(await reads.whenReached(STANDINGS, position, ROLES_WITHIN_MS))) continue;
        const { roles } = await access.standingOf(this.#caller, reads);
        if (isDue()) this.#decide(roles.length > 0);
        return;
      } catch (error) {
        log.warn({ error: asError(error).message }, "a listener's roles could not be looked up");
        await sleep(ROLES_WITHIN_MS, undefined, { ref: false });
      }
    }
  }

  #decide(isReviewer: boolean): void {
    this.#isReviewer = isReviewer;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    if (isReviewer) for (const message of kept) this.#send(message);
  }
}
