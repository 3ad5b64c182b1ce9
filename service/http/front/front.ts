import {
  Agent,
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest, Agent as SecureAgent } from "node:https";
import { HttpProblem } from "#service/http/problem.ts";
import { timeOrderedId } from "#service/ids.ts";
import { logCookie } from "#service/ledger/peers/home-log.ts";
import type { LogSettings } from "#service/ledger/peers/settings.ts";

/** A log has to accept a connection within this time, in milliseconds. */
const CONNECT_WITHIN_MS = 5_000;
const RETRY_SECONDS = 1;
/** Idle connections kept open to each log. */
const SPARE_CONNECTIONS = 64;

/** Hop-by-hop headers (RFC 9110, 7.6.1), which are not forwarded. */
const OF_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/** Calls between logs go from process to process, never through the front. */
const BETWEEN_LOGS =
  /^\/api\/webhooks\/(?:transits|known-players|open-coinflips|item-stakes|kept-items)(?:\/|$)/;
const WEBHOOKS = /^\/api\/webhooks\//;
const SLASHES = /\/{2,}/g;
const LOG_QUERY = /[?&]log=([1-9]\d{0,8})(?:&|$)/;

export interface FrontOptions {
  /** The first takes browsers without a log. */
  readonly logs: readonly LogSettings[];
  readonly publicUrl: URL;
  /** Receives the id of a log that cannot be reached. */
  readonly onTrouble: (log: number, error: Error) => void;
}

/** A request's path for routing, in one spelling; null for a path that no browser sends. */
function routedPath(target: string): string | null {
  if (!target.startsWith("/")) return null;
  try {
    return decodeURIComponent(new URL(`http://front${target}`).pathname).replace(SLASHES, "/");
  } catch {
    return null;
  }
}

/** The log of a request: by a webhook's address or the cookie; null for malformed paths and calls between logs. */
export function logOfRequest(
  { path, cookie }: { readonly path: string; readonly cookie: string | undefined },
  { logs, publicUrl }: Pick<FrontOptions, "logs" | "publicUrl">,
): LogSettings | null {
  const routed = routedPath(path);
  if (routed === null || BETWEEN_LOGS.test(routed)) return null;
  const named = WEBHOOKS.test(routed) ? LOG_QUERY.exec(path)?.[1] : logCookie(publicUrl).read(cookie);
  return logs.find(({ id }) => String(id) === named) ?? logs[0] ?? null;
}

/** Sends each browser's requests to its log, and keeps no state. Any number of fronts may run in parallel. */
export function createFront(options: FrontOptions): Server {
  const agents = {
    "http:": new Agent({ keepAlive: true, maxFreeSockets: SPARE_CONNECTIONS }),
    "https:": new SecureAgent({ keepAlive: true, maxFreeSockets: SPARE_CONNECTIONS }),
  };
  return createServer((incoming, outgoing) => {
    const { url: path = "/", headers } = incoming;
    const log = logOfRequest({ path, cookie: headers.cookie }, options);
    if (log === null) return refuse(outgoing, 404);
    const origin = new URL(log.origin);
    const isSecure = origin.protocol === "https:";
    const send = isSecure ? httpsRequest : httpRequest;
    // Host and port are always the log's: the path itself could look like another address.
    const asked = send(origin, {
      path,
      method: incoming.method,
      headers: forwarded(headers, incoming),
      agent: isSecure ? agents["https:"] : agents["http:"],
    });
    carry(incoming, outgoing, { asked, failed: (error) => options.onTrouble(log.id, error) });
  });
}

function carry(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { asked, failed }: { readonly asked: ClientRequest; readonly failed: (error: Error) => void },
): void {
  asked.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = setTimeout(() => asked.destroy(new Error("it takes no connection")), CONNECT_WITHIN_MS);
    const done = (): void => clearTimeout(late);
    socket.once("connect", done).once("close", done);
  });
  asked.once("response", (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    // A live stream is silent at first: its headers must not wait for its first data.
    outgoing.flushHeaders();
    answer.pipe(outgoing);
    answer.once("error", () => outgoing.destroy());
  });
  asked.once("error", (error) => {
    if (outgoing.destroyed) return;
    failed(error);
    if (outgoing.headersSent) outgoing.destroy();
    else refuse(outgoing, 503);
  });
  outgoing.once("close", () => asked.destroy());
  incoming.pipe(asked);
}

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));

/** The request's headers, with the client's address: each log trusts its front by TRUSTED_PROXIES. */
function forwarded(headers: IncomingHttpHeaders, { socket }: IncomingMessage): IncomingHttpHeaders {
  const before = headers["x-forwarded-for"];
  const from = socket.remoteAddress ?? "unknown";
  return {
    ...passedOn(headers),
    "x-forwarded-for": before === undefined ? from : `${String(before)}, ${from}`,
  };
}

const REFUSALS = {
  404: { code: "not_found", detail: "There is nothing here." },
  503: { code: "log_unavailable", detail: "Your account cannot be reached at the moment. Nothing was lost." },
} as const;

function refuse(outgoing: ServerResponse, status: keyof typeof REFUSALS): void {
  const document = new HttpProblem(status, REFUSALS[status]).document(timeOrderedId("req", Date.now()));
  const headers = { "Content-Type": "application/problem+json", "X-Content-Type-Options": "nosniff" };
  outgoing.writeHead(status, { ...headers, ...(status === 503 ? { "Retry-After": RETRY_SECONDS } : {}) });
  outgoing.end(JSON.stringify(document));
}
