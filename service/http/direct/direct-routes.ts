import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { asError } from "#service/db/errors.ts";
import { BODY_BYTES_MAX, type Door, type Refuse } from "#service/http/access/guards.ts";
import { completeHeaders, type WholeAnswer, wholeText } from "#service/http/answer.ts";
import type { Run } from "#service/http/route.ts";
import { DirectRequest, headerOf } from "./direct-request.ts";

/** Headers that say how a request is read and whether it is let in: with one of them twice, it goes the long way. */
const ONCE_AT_MOST = [
  "Content-Type",
  "Cookie",
  "Origin",
  "Sec-Fetch-Site",
  "X-Forwarded-For",
  "Idempotency-Key",
  "Ledger-Min-Position",
];

/** A host as every browser writes it. */
const HOST = /^[A-Za-z0-9._-]{1,255}(:\d{1,5})?$/;

interface DirectRoute {
  readonly path: string;
  readonly run: Run;
}

interface Opened {
  readonly door: Door;
  readonly refuse: Refuse;
}

type Send = (response: Response) => void;

interface Answering extends Opened {
  readonly run: Run;
  readonly send: Send;
}

/**
 * The calls that are answered without the app's router and without the objects of the web's standards that it works on:
 * those at a path of their own without parts that vary, where nothing about the request is odd. All others go the long
 * way, on which the same door, rules and handlers answer the same (`direct.db.test.ts`).
 */
export class DirectRoutes {
  /** By path, then by method. */
  readonly #routes = new Map<string, Map<string, DirectRoute>>();
  #opened: Opened | null = null;

  /** Takes over a call where its path is one of its own. */
  add({ method, path }: Pick<Endpoint, "method" | "path">, run: Run): void {
    if (path.includes("{")) return;
    const whole = `/api${path}`;
    const methods = this.#routes.get(whole) ?? new Map<string, DirectRoute>();
    this.#routes.set(whole, methods.set(method, { path: whole, run }));
  }

  has(method: string, path: string): boolean {
    return this.#routes.get(path)?.has(method) ?? false;
  }

  /** Begins to answer. @param opened what stands before every call, and answers those that it turns away */
  open(opened: Opened): void {
    this.#opened = opened;
  }

  /**
   * Answers a request, if it is one for here.
   * @param send writes a response that a handler made itself @returns whether it is for here
   */
  take(incoming: IncomingMessage, outgoing: ServerResponse, send: Send): boolean {
    const opened = this.#opened;
    const route = this.#routes.get(incoming.url ?? "")?.get(incoming.method ?? "");
    if (opened === null || route === undefined || !isPlain(incoming)) return false;
    const request = new DirectRequest(incoming, outgoing, route.path);
    answer(request, { run: route.run, send, ...opened }).catch((error: unknown) => {
      // An answer that cannot be written, for all that is known of it.
      outgoing.destroy(asError(error));
    });
    return true;
  }
}

/** By the list of an app's routes, which the app and its parts below a path share. */
const known = new WeakMap<object, DirectRoutes>();

/** The direct routes of an app. */
export function directRoutesOf({ routes }: Pick<Hono, "routes">): DirectRoutes {
  const direct = known.get(routes) ?? new DirectRoutes();
  known.set(routes, direct);
  return direct;
}

/** Whether nothing about a request is odd: one host, a body of a length that is told and small, no header twice. */
function isPlain(incoming: IncomingMessage): boolean {
  if (!HOST.test(headerOf(incoming, "Host") ?? "")) return false;
  if (headerOf(incoming, "Transfer-Encoding") !== null) return false;
  const length = headerOf(incoming, "Content-Length");
  if (length === undefined || Number(length ?? 0) > BODY_BYTES_MAX) return false;
  return ONCE_AT_MOST.every((name) => headerOf(incoming, name) !== undefined);
}

async function answer(request: DirectRequest, { run, door, refuse, send }: Answering): Promise<void> {
  const began = door.begin(request);
  let given: WholeAnswer | Response;
  try {
    door.check(request);
    const answered = await run(request, request);
    given = answered instanceof Response ? answered : await wholeText(request, answered);
  } catch (error) {
    given = refuse(asError(error), request);
  }
  if (given instanceof Response) {
    completeHeaders(request, given);
    send(given);
  } else {
    given.headers["Content-Length"] = String(Buffer.byteLength(given.body));
    request.env.outgoing.writeHead(given.status, given.headers).end(given.body);
  }
  door.answered(request, given.status, began);
}
