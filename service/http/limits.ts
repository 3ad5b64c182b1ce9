import type { Context } from "hono";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { addressOf, isExempt, networkOf } from "./address.ts";
import { addHeader } from "./answer.ts";
import type { Caller, Env } from "./caller.ts";
import type { Deps } from "./deps.ts";
import { tooMany } from "./problem.ts";
import { type Quota, type Rate, RateLimit } from "./rate-limit.ts";
import { lastCaller } from "./session.ts";

/** How often one address may ask while nobody is signed in, and one player, for anything at all. */
export const ADDRESS_RATE = { perSecond: 10, burst: 300 } as const;
export const PLAYER_RATE = { perSecond: 100, burst: 1_000 } as const;
/** Health is asked by balancers, which must not be turned away for what others ask. */
export const HEALTH_RATE = { perSecond: 10, burst: 100 } as const;
/** Files of the site and pictures of items, of which a page has many, by one address, signed in or not. */
export const SITE_RATE = { perSecond: 50, burst: 1_000 } as const;

const PICTURE = /^\/api\/limiteds\/\d+\/picture$/;

/** What costs more than others, and so has a limit of its own beside the general one. */
export const COSTLY = {
  "trial-balance": { perSecond: 1, burst: 20 },
  join: { perSecond: 2, burst: 20 },
  /** The platform itself bounds it further. */
  "sync-inventory": { perSecond: 0.1, burst: 6 },
  export: { perSecond: 0.1, burst: 10 },
} as const satisfies { readonly [name: string]: Rate };
export type Costly = keyof typeof COSTLY;

/** Calls that are costly each time, and need nothing but their name to be counted. */
const COSTLY_CALLS: { readonly [call: string]: Costly } = {
  "GET /ledger/trial-balance": "trial-balance",
  "GET /admin/trial-balance": "trial-balance",
  "GET /admin/overview": "trial-balance",
  "POST /live-coinflips/{id}/join": "join",
};

/** The costly limit of an endpoint; null for most. */
export const costlyOf = ({ method, path }: Endpoint): Costly | null =>
  COSTLY_CALLS[`${method} ${path}`] ?? null;

type Needs = Pick<Deps, "config" | "callers" | "now">;

/** A limit with what is told of it (draft-ietf-httpapi-ratelimit-headers-11). */
class ToldLimit {
  readonly policy: string;
  readonly #limit: RateLimit;
  readonly #name: string;

  constructor(name: string, rate: Rate) {
    this.#limit = new RateLimit(rate);
    this.#name = name;
    this.policy = `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perSecond)}`;
  }

  take(key: string, now: number): number {
    return this.#limit.take(key, now);
  }

  left(key: string): string {
    const { remaining, resetSeconds }: Quota = this.#limit.left(key);
    return `"${this.#name}";r=${remaining};t=${resetSeconds}`;
  }
}

/** How often whom may ask for what. Counted by this process alone. */
export class Limits {
  readonly #address = new ToldLimit("address", ADDRESS_RATE);
  readonly #player = new ToldLimit("player", PLAYER_RATE);
  readonly #health = new ToldLimit("health", HEALTH_RATE);
  readonly #site = new ToldLimit("site", SITE_RATE);
  readonly #costly = new Map(
    Object.entries(COSTLY).map(([name, rate]) => [name, new ToldLimit(name, rate)] as const),
  );

  /**
   * Counts a request of the API: for a player whose session is known, for the address otherwise. A session that has to
   * be looked up counts for the address, so that made-up ones cannot be used to ask the database without end.
   * @throws HttpProblem 429
   */
  demandRequest(context: Context<Env>, deps: Needs): void {
    const address = addressOf(context, deps.config);
    if (isExempt(address, deps.config)) return;
    const { path } = context.req;
    const ofNobody = path === "/api/health" ? this.#health : PICTURE.test(path) ? this.#site : null;
    const player = ofNobody === null ? lastCaller(context, deps) : null;
    if (ofNobody !== null) demand(context, ofNobody, networkOf(address), deps);
    else if (player === null) demand(context, this.#address, networkOf(address), deps);
    else demand(context, this.#player, player.playerId, deps);
  }

  /** Counts a file of the site. @returns the seconds to wait, 0 for none */
  takeFile(context: Context<Env>, { config, now }: Needs): number {
    const address = addressOf(context, config);
    return isExempt(address, config) ? 0 : this.#site.take(networkOf(address), now());
  }

  /** Counts something costly, for the player or else the address. @throws HttpProblem 429 */
  demandCostly(name: Costly, context: Context<Env>, deps: Needs): void {
    const address = addressOf(context, deps.config);
    if (isExempt(address, deps.config)) return;
    const caller: Caller | null | undefined = context.get("caller");
    const limit = this.#costly.get(name);
    if (limit !== undefined) demand(context, limit, caller?.playerId ?? networkOf(address), deps);
  }
}

function demand(context: Context<Env>, limit: ToldLimit, key: string, { now }: Needs): void {
  const wait = limit.take(key, now());
  const headers = context.get("answerHeaders");
  const also = (name: string): string => (headers[name] === undefined ? "" : `${headers[name]}, `);
  addHeader(context, "RateLimit-Policy", `${also("RateLimit-Policy")}${limit.policy}`);
  addHeader(context, "RateLimit", `${also("RateLimit")}${limit.left(key)}`);
  if (wait > 0) throw tooMany(`Too many requests. Try again in ${wait} s.`, wait);
}
