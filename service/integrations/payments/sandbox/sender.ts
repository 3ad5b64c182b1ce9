import type { Scheduler } from "#projections/kernel/scheduler.ts";
import type { Switches } from "./switches.ts";

/** Delay of each retry after the attempt before, in milliseconds. Real providers take days. */
const RETRIES_MS = [500, 2_000, 10_000, 60_000, 300_000] as const;
/** How long webhooks wait for each other before they are sent in reverse order. */
const GATHER_MS = 50;
/** Most waiting webhooks, and most sent ones that the control page shows. */
const WAITING_MAX = 10_000;
const SHOWN_MAX = 200;

/** An outgoing webhook, signed when it is sent. */
export interface Webhook {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly request: () => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** Whether a retry is due after an answer; null means none. */
  readonly mayRetry: (status: number | null) => boolean;
}

/** An attempt, for people to look at. */
export interface SentWebhook {
  readonly id: string;
  readonly type: string;
  readonly attempt: number;
  /** Null without an answer. */
  readonly status: number | null;
}

interface Attempt {
  readonly webhook: Webhook;
  /** 1 for the first. */
  readonly number: number;
}

interface SenderOptions {
  readonly post: (url: string, init: RequestInit) => Promise<Response>;
  readonly scheduler: Scheduler;
  readonly switches: Switches;
}

/** Sends webhooks as unreliably as the switches say. */
export class WebhookSender {
  readonly #options: SenderOptions;
  /** Waiting webhooks, with the cancellation of their timers. */
  readonly #waiting = new Map<Attempt, () => void>();
  /** Due webhooks that wait for others to be reordered with. */
  #ripe: Attempt[] = [];
  readonly #under = new Set<Promise<void>>();
  readonly sent: SentWebhook[] = [];

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  send(webhook: Webhook): void {
    const { switches } = this.#options;
    if (switches.take("dropping")) return;
    const { delayMs, repeats } = switches.get();
    for (let copy = 0; copy <= repeats; copy += 1) this.#queue({ webhook, number: 1 }, delayMs);
  }

  /** Sends at once what waits, and awaits the answers. Retries and webhooks caused by these wait again. */
  async flush(): Promise<void> {
    const all = [...this.#waiting.keys(), ...this.#ripe];
    this.stop();
    this.#sendAll(this.#options.switches.get().reorders ? all.toReversed() : all);
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
    this.#ripe = [];
  }

  #queue(attempt: Attempt, ms: number): void {
    if (this.#waiting.size >= WAITING_MAX) return;
    const cancel = this.#options.scheduler.after(ms, () => {
      this.#waiting.delete(attempt);
      this.#ripen(attempt);
    });
    this.#waiting.set(attempt, cancel);
  }

  #ripen(attempt: Attempt): void {
    if (!this.#options.switches.get().reorders) {
      this.#sendAll([attempt]);
      return;
    }
    this.#ripe.push(attempt);
    if (this.#ripe.length > 1) return;
    this.#options.scheduler.after(GATHER_MS, () => this.#sendAll(this.#ripe.splice(0).toReversed()));
  }

  #sendAll(attempts: readonly Attempt[]): void {
    for (const attempt of attempts) {
      const sending = this.#attempt(attempt).finally(() => this.#under.delete(sending));
      this.#under.add(sending);
    }
  }

  async #attempt({ webhook, number }: Attempt): Promise<void> {
    const { headers, body } = webhook.request();
    const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body };
    const answer = await this.#options.post(webhook.url, init).catch(() => null);
    const status = answer?.status ?? null;
    this.sent.push({ id: webhook.id, type: webhook.type, attempt: number, status });
    if (this.sent.length > SHOWN_MAX) this.sent.shift();
    const wait = RETRIES_MS[number - 1];
    if (wait !== undefined && webhook.mayRetry(status)) this.#queue({ webhook, number: number + 1 }, wait);
  }
}
