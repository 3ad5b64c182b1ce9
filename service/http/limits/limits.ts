import type { Context } from "hono";
import type { NamedRate, Rate } from "#domain/kernel/contract.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import { lastCaller } from "#service/http/access/session.ts";
import { addHeader } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { tooMany } from "#service/http/problem.ts";
import { addressOf, isExempt, networkOf } from "./address.ts";
import { type Quota, RateLimit } from "./rate-limit.ts";

/** Limits for all requests of a signed-out address, and of a player. */
export const ADDRESS_RATE = { perSecond: 10, burst: 300 } as const;
export const PLAYER_RATE = { perSecond: 100, burst: 1_000 } as const;
/** Health has its own limit: load balancers must not be refused because of other requests. */
export const HEALTH_RATE = { perSecond: 10, burst: 100 } as const;
/** Files of the site and pictures of items, of which a page has many, per address, signed in or not. */
export const SITE_RATE = { perSecond: 50, burst: 1_000 } as const;

/** Payment providers send much from few addresses, and repeat everything that is not accepted. */
export const WEBHOOK_RATE = { perSecond: 200, burst: 5_000 } as const;

/** Requests of providers and of other logs of the site: one address sends all of a log's. */
const WEBHOOK = /^\/api\/webhooks\/[\w-]+$/;
const PICTURE = /^\/api\/limiteds\/\d+\/picture$/;

type Needs = Pick<Deps, "config" | "callers" | "now">;

/** A limit and the headers that announce it (draft-ietf-httpapi-ratelimit-headers-11). */
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

/** Rate limits of players and addresses. Each process counts by itself. */
export class Limits {
  readonly #address = new ToldLimit("address", ADDRESS_RATE);
  readonly #player = new ToldLimit("player", PLAYER_RATE);
  readonly #health = new ToldLimit("health", HEALTH_RATE);
  readonly #site = new ToldLimit("site", SITE_RATE);
  readonly #webhook = new ToldLimit("webhooks", WEBHOOK_RATE);
  /** Limits declared by calls, by name. */
  readonly #declared = new Map<string, ToldLimit>();

  /**
   * Counts a request of the API: for the player if the session is in memory, otherwise for the address. So made-up
   * sessions, which have to be looked up, cannot cause unlimited queries.
   * @throws HttpProblem 429
   */
  demandRequest(context: Context<Env>, deps: Needs): void {
    const address = addressOf(context, deps.config);
    if (isExempt(address, deps.config)) return;
    const { path } = context.req;
    const ofNobody = this.#ofNobody(path);
    const player = ofNobody === null ? lastCaller(context, deps) : null;
    if (ofNobody !== null) demand(context, ofNobody, networkOf(address), deps);
    else if (player === null) demand(context, this.#address, networkOf(address), deps);
    else demand(context, this.#player, player.playerId, deps);
  }

  /** The limit of paths that count per address, whoever is signed in; null for others. */
  #ofNobody(path: string): ToldLimit | null {
    if (path === "/api/health") return this.#health;
    if (WEBHOOK.test(path)) return this.#webhook;
    return PICTURE.test(path) ? this.#site : null;
  }

  /** Counts a file of the site. @returns the seconds to wait, 0 for none */
  takeFile(context: Context<Env>, { config, now }: Needs): number {
    const address = addressOf(context, config);
    return isExempt(address, config) ? 0 : this.#site.take(networkOf(address), now());
  }

  /** Counts a call with a limit of its own, for the player or else the address. @throws HttpProblem 429 */
  demandRate(rate: NamedRate, context: Context<Env>, deps: Needs): void {
    const address = addressOf(context, deps.config);
    if (isExempt(address, deps.config)) return;
    const caller: Caller | null | undefined = context.get("caller");
    const limit = this.#declared.get(rate.name) ?? new ToldLimit(rate.name, rate);
    this.#declared.set(rate.name, limit);
    demand(context, limit, caller?.playerId ?? networkOf(address), deps);
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
