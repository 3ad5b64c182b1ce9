import type { Context, Hono } from "hono";
import { z } from "zod";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";
import type { BookedPayment, Happening, PaymentBook } from "./book.ts";
import type { PayoutBook } from "./payout-book.ts";
import type { WebhookSender } from "./sender.ts";
import type { Switches } from "./switches.ts";

/** Shared by the simulated providers. */
export interface Sandbox {
  readonly book: PaymentBook;
  readonly payouts: PayoutBook;
  readonly sender: WebhookSender;
  readonly switches: Switches;
  /** The time for signatures of webhooks: unlike the book's clock, it cannot be moved. */
  readonly now: () => number;
  /** Its address for browsers and the shop. */
  readonly origin: string;
  /** The shop's address for webhooks, such as `http://localhost:3000/api/webhooks`. */
  readonly webhooks: string;
}

/** One simulated provider. */
export interface Face {
  readonly routes: Hono;
  /** Sends the provider's webhooks about an event. */
  tell(payment: BookedPayment, what: Happening): void;
}

/** A positive amount of dollars, in a shop's notation. */
export const dollarsAsked = z
  .string()
  .transform((text): Minor => parseMinor(text) ?? 0n)
  .refine((amount) => amount > 0n);

/** The id in the path of a request. */
export const idIn = ({ req }: Context): string => req.param("id") ?? "";

/** An instant in seconds since 1970, as in providers' answers. @param ms milliseconds since 1970 */
export const seconds = (ms: number): number => Math.floor(ms / 1_000);
