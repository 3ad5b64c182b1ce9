import { z } from "zod";
import { formatMinor, type Minor, parseMinor } from "#domain/kernel/money.ts";
import { askProvider, type ProviderWire, readAnswer } from "../ask-provider.ts";
import { ProviderTrouble } from "../provider.ts";

export interface PaypalSettings {
  /** `https://api-m.paypal.com`, or the sandbox's. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PayPal's id of our webhook, which its signatures cover. */
  readonly webhookId: string;
}

/** A request to PayPal. */
export interface PaypalQuestion {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Its name in errors, without ids. */
  readonly what: string;
  /** Sent unchanged: signatures cover the bytes. */
  readonly body?: string;
  /** `PayPal-Request-Id`: the same request under the same key has the same answer for six hours and more. */
  readonly key?: string;
}

/** PayPal understood the request, and refused it. */
export class PaypalRefusal extends ProviderTrouble {
  /** The issue, such as `ORDER_NOT_APPROVED`, or the name of the error. */
  readonly issue: string;
  /** The status of the answer: 400 if the request can never succeed. */
  readonly status: number;
  /** Links in the answer. */
  readonly links: readonly string[];

  constructor(
    issue: string,
    what: string,
    { status, links }: { readonly status: number; readonly links: readonly string[] },
  ) {
    super("refused", `${what}: ${issue}`);
    this.issue = issue;
    this.status = status;
    this.links = links;
  }
}

const HTTP_UNAUTHORIZED = 401;
/** How long before its end a token is renewed, in milliseconds. */
const TOKEN_SPARE_MS = 60_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.int().min(1) });
const errorSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
  links: z.array(z.object({ href: z.string() })).optional(),
});

/** Reads an amount of dollars, under either name of the currency field. */
export function centsOf({ value }: { readonly value: string }, context: z.RefinementCtx): Minor {
  const amount = parseMinor(value);
  if (amount === null) context.addIssue("must be an amount in dollars");
  return amount ?? 0n;
}
/** An amount of dollars in PayPal's answers. */
export const paypalUsd = z.object({ currency_code: z.literal("USD"), value: z.string() }).transform(centsOf);
/** An amount in PayPal's requests. */
export const paypalAmount = (amount: Minor): { readonly currency_code: "USD"; readonly value: string } => ({
  currency_code: "USD",
  value: formatMinor(amount),
});

interface Token {
  readonly text: string;
  readonly until: number;
}

/** Sends requests to PayPal, with an access token. */
export class PaypalWire {
  readonly settings: PaypalSettings;
  readonly #wire: ProviderWire;
  #token: Promise<Token> | null = null;

  constructor(settings: PaypalSettings, wire: ProviderWire) {
    this.settings = settings;
    this.#wire = wire;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#wire.now();
  }

  /** @returns a success @throws PaypalRefusal, or ProviderTrouble without an answer */
  async ask(question: PaypalQuestion): Promise<Response> {
    const { what } = question;
    let response = await this.#send(question);
    if (response.status === HTTP_UNAUTHORIZED) {
      this.#token = null;
      response = await this.#send(question);
    }
    if (response.ok) return response;
    const { name, details = [], links = [] } = await readAnswer(response, errorSchema, what);
    const said = { status: response.status, links: links.map(({ href }) => href) };
    throw new PaypalRefusal(details[0]?.issue ?? name, what, said);
  }

  async #send({ method, path, what, body, key }: PaypalQuestion): Promise<Response> {
    const headers = {
      Authorization: `Bearer ${await this.#validToken()}`,
      "Content-Type": "application/json",
      Prefer: "return=representation",
      ...(key === undefined ? {} : { "PayPal-Request-Id": key }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    return askProvider(this.#wire, { what, url: `${this.settings.origin}${path}`, init });
  }

  async #validToken(): Promise<string> {
    const known = await this.#token?.catch(() => null);
    if (known && known.until > this.#wire.now()) return known.text;
    this.#token = this.#newToken();
    return (await this.#token).text;
  }

  async #newToken(): Promise<Token> {
    const { origin, clientId, clientSecret } = this.settings;
    const what = "a token of PayPal";
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const headers = {
      Authorization: `Basic ${basic}`,
      "Content-Type": "application/x-www-form-urlencoded",
    };
    const init = { method: "POST", headers, body: "grant_type=client_credentials" };
    const response = await askProvider(this.#wire, { what, url: `${origin}/v1/oauth2/token`, init });
    // Our account is closed, or not yet open: that tells nothing about the request.
    if (!response.ok) throw new ProviderTrouble("away", `${what}: ${response.status}`);
    const { access_token: text, expires_in: seconds } = await readAnswer(response, tokenSchema, what);
    return { text, until: this.#wire.now() + seconds * 1_000 - TOKEN_SPARE_MS };
  }
}
