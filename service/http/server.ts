import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { timeOrderedId } from "#service/ids.ts";
import type { Env } from "./caller.ts";
import { HttpProblem } from "./problem.ts";

const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** What is still open this long after the stop began is cut, in milliseconds. */
const CLOSE_MAX_MS = 5_000;

/** A port that is listened on. */
export interface Listening {
  readonly port: number;
  /** Takes no new connections, lets the requests under way end within a bounded time, then cuts the rest. */
  close(): Promise<void>;
}

/** Listens with an app. @param at port 0 takes any free one @throws when the address is taken */
export async function listen(
  app: Hono<Env>,
  at: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseMalformed });
  // A request without a host is refused below, in the words of every other refusal.
  const server = createServer(
    { requireHostHeader: false },
    (request, response) => void listener(request, response),
  );
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const letGo = lettingGo(server);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        letGo();
        const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MAX_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** The answer to what is no request at all: without a host, or with one that cannot be. */
function refuseMalformed(): Response {
  const problem = new HttpProblem(400, {
    code: "malformed_request",
    detail: "The request has no valid host.",
  });
  const document = problem.document(timeOrderedId("req", Date.now()));
  return new Response(JSON.stringify(document), {
    status: 400,
    headers: {
      "Content-Type": "application/problem+json",
      "X-Content-Type-Options": "nosniff",
      // Nobody knows what else comes on such a connection.
      Connection: "close",
    },
  });
}

/** @returns how to end every connection with the answer that is under way or comes next on it */
function lettingGo(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  const isLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  server.prependListener("request", (_request, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    if (isClosing) isLast(response);
  });
  return () => {
    isClosing = true;
    for (const response of open) isLast(response);
  };
}
