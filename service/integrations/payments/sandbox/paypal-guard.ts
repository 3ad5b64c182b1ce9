import type { Context } from "hono";
import { jsonOf } from "#domain/kernel/json.ts";
import { DAY_MS, HOUR_MS } from "#domain/kernel/time.ts";
import { sandboxId } from "./book.ts";
import type { Sandbox } from "./face.ts";
import { KeptAnswers } from "./idempotency.ts";

/** How long PayPal keeps answers: of orders, of refunds, and of everything else here. */
const ORDER_KEYS_MS = 6 * HOUR_MS;
const REFUND_KEYS_MS = 45 * DAY_MS;
const OTHER_KEYS_MS = 30 * DAY_MS;
const TOKEN_SECONDS = 32_400;
const TOKENS_MAX = 100;

/** The account of the shop. */
export interface PaypalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

type Answer = Response | Promise<Response>;

/** A PayPal route: receives the posted JSON, or null for other bodies. */
export type PaypalRoute = (context: Context, body: unknown) => Answer;

/** An answer in PayPal's form. */
export const paypalJson = (body: object, status = 200): Response => Response.json(body, { status });

/** A refusal in PayPal's form. @param issue the code for programs */
export const paypalRefusal = (status: number, name: string, issue?: string): Response =>
  paypalJson(
    {
      name,
      message: "The request was refused.",
      debug_id: sandboxId("").slice(0, 13),
      details: issue === undefined ? [] : [{ issue, description: issue }],
    },
    status,
  );
/** The answer about an unknown id. */
export const paypalMissing = (): Response => paypalRefusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");

/** The access tokens of an account, issued for its id and secret. */
export class PaypalTokens {
  readonly #until = new Map<string, number>();
  readonly #account: PaypalAccount;
  readonly #now: () => number;

  constructor(account: PaypalAccount, now: () => number) {
    this.#account = account;
    this.#now = now;
  }

  async give(context: Context): Promise<Response> {
    const { clientId, clientSecret } = this.#account;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const form = new URLSearchParams(await context.req.text());
    if (context.req.header("Authorization") !== basic)
      return paypalJson({ error: "invalid_client", error_description: "Client Authentication failed" }, 401);
    if (form.get("grant_type") !== "client_credentials")
      return paypalJson({ error: "unsupported_grant_type", error_description: "Grant Type is NULL" }, 400);
    const token = sandboxId("A21AA");
    this.#until.set(token, this.#now() + TOKEN_SECONDS * 1_000);
    const [oldest] = this.#until.keys();
    if (this.#until.size > TOKENS_MAX && oldest !== undefined) this.#until.delete(oldest);
    return paypalJson({ access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS, scope: "" });
  }

  isValid(header: string | undefined): boolean {
    return (this.#until.get(header?.replace(/^Bearer /, "") ?? "") ?? 0) > this.#now();
  }
}

/** Wraps a PayPal route: checks the token, adds faults, and keeps answers under `PayPal-Request-Id`. */
export function paypalGuard({ book, switches }: Sandbox, tokens: PaypalTokens) {
  const kept = {
    orders: new KeptAnswers(ORDER_KEYS_MS),
    refunds: new KeptAnswers(REFUND_KEYS_MS),
    others: new KeptAnswers(OTHER_KEYS_MS),
  };
  return (handle: PaypalRoute) =>
    async (context: Context): Promise<Response> => {
      if (!tokens.isValid(context.req.header("Authorization")))
        return paypalJson({ error: "invalid_token", error_description: "Token signature failed" }, 401);
      const text = context.req.method === "POST" ? await context.req.text() : "";
      const key = context.req.method === "POST" ? context.req.header("PayPal-Request-Id") : undefined;
      const question = `${context.req.path}\n${text}`;
      const { path } = context.req;
      const isRefund = path.endsWith("/refund");
      const answers = path.includes("/checkout/orders") ? kept.orders : isRefund ? kept.refunds : kept.others;
      const before = key === undefined ? null : answers.find(key, question, book.now());
      if (before === "other") return paypalRefusal(422, "UNPROCESSABLE_ENTITY", "DUPLICATE_REQUEST_ID");
      if (before !== null) return before;
      if (switches.take("limiting")) return paypalRefusal(429, "RATE_LIMIT_REACHED");
      if (switches.take("failing")) return paypalRefusal(500, "INTERNAL_SERVER_ERROR");
      const answer = await handle(context, jsonOf(text));
      // A refused refund stays refused under its key, even if the account has money by then.
      if (key !== undefined && (answer.ok || isRefund))
        await answers.keep(key, question, { answer, now: book.now() });
      if (switches.take("losingAnswers")) throw new Error("the answer was lost");
      return answer;
    };
}
