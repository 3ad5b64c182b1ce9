import { z } from "zod";

const times = z.int().min(0).max(1_000);

/** The sandbox's faults from now on; faults left out do not happen. */
export const switchesSchema = z.strictObject({
  /** How many of the next requests get a 500, before anything is done. */
  failing: times.default(0),
  /** How many of the next requests are carried out, but their answers lost. */
  losingAnswers: times.default(0),
  /** How long a webhook waits before it is sent, in milliseconds. */
  delayMs: z.int().min(0).max(3_600_000).default(0),
  /** How often each webhook is repeated. */
  repeats: z.int().min(0).max(10).default(0),
  /** Sends webhooks that wait together in reverse order. */
  reorders: z.boolean().default(false),
  /** How many of the next webhooks are never sent. */
  dropping: times.default(0),
  /** How many of the next approved payments are refused by their banks. */
  declining: times.default(0),
  /** How many of the next refunds at Stripe and PayPal are refused: the account is empty. */
  refusingRefunds: times.default(0),
  /** How many of the next requests get a 429. */
  limiting: times.default(0),
});
export type SwitchSettings = z.output<typeof switchesSchema>;

/** The switches of a sandbox. */
export class Switches {
  #settings: SwitchSettings = switchesSchema.parse({});

  get(): SwitchSettings {
    return this.#settings;
  }

  /** @throws ZodError when a setting is out of range */
  set(settings: unknown): SwitchSettings {
    this.#settings = switchesSchema.parse(settings);
    return this.#settings;
  }

  /** Takes one of a remaining number of faults. @returns whether there was one */
  take(
    name: "failing" | "losingAnswers" | "dropping" | "declining" | "refusingRefunds" | "limiting",
  ): boolean {
    const left = this.#settings[name];
    if (left === 0) return false;
    this.#settings = { ...this.#settings, [name]: left - 1 };
    return true;
  }
}
