import type { Context, Hono } from "hono";
import { z } from "zod";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";
import type { BookedPayment, Happening, PaymentBook } from "./book.ts";
import type { PayoutBook } from "./payout-book.ts";
import type { WebhookSender } from "./sender.ts";
import type { Switches } from "./switches.ts";

/** What the faces of the sandbox share. */
export interface Sandbox {
  readonly book: PaymentBook;
  readonly payouts: PayoutBook;
  readonly sender: WebhookSender;
  readonly switches: Switches;
  /** The time that webhooks are signed with, which moves with no clock of the book's. */
  readonly now: () => number;
  /** Where browsers and the shop reach it. */
  readonly origin: string;
  /** Where the shop takes webhooks, as `http://localhost:3000/api/webhooks`. */
  readonly webhooks: string;
}

/** One provider as the sandbox plays it. */
export interface Face {
  readonly routes: Hono;
  /** Sends the webhooks that a provider sends of this. */
  tell(payment: BookedPayment, what: Happening): void;
}

/** More than no dollars, as a shop writes them. */
export const dollarsAsked = z
  .string()
  .transform((text): Minor => parseMinor(text) ?? 0n)
  .refine((amount) => amount > 0n);

/** The id in the path of a request. */
export const idIn = ({ req }: Context): string => req.param("id") ?? "";

/** An instant in seconds since 1970, as providers write it. @param ms milliseconds since 1970 */
export const seconds = (ms: number): number => Math.floor(ms / 1_000);
