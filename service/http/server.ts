import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { timeOrderedId } from "#service/ids.ts";
import type { Env } from "./access/caller.ts";
import { RequestPacer } from "./limits/request-pacer.ts";
import { bind } from "./listening/bind.ts";
import { HttpProblem } from "./problem.ts";

const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** Connections still open this long after the stop began are cut, in milliseconds. */
const CLOSE_MAX_MS = 5_000;

/** A listening port. */
export interface Listening {
  readonly port: number;
  /** Accepts no more connections, lets requests under way end within a limited time, then cuts the rest. */
  close(): Promise<void>;
}

/** Listens with an app. @param at port 0 takes any free one @throws BindError when the address cannot be used */
export async function listen(
  app: Hono<Env>,
  at: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseMalformed });
  // Requests without a host are refused below, with a problem document.
  const pacer = new RequestPacer();
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    pacer.begin(() => void listener(request, response)),
  );
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await bind(server, at);
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

/** The answer to a request without a valid host. */
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
      // The rest of such a connection cannot be trusted.
      Connection: "close",
    },
  });
}

/** A connection, and the newest answer on it. */
interface OpenConnection {
  response: ServerResponse | null;
}

/**
 * Answers are stored by connection, of which there are few and long-lived ones: a set with constant additions and
 * deletions leaves tables behind that keep whole requests in memory until the next full collection.
 * @returns makes every connection end with its current or next answer
 */
function lettingGo(server: Server): () => void {
  const open = new Set<OpenConnection>();
  const bySocket = new WeakMap<Socket, OpenConnection>();
  let isClosing = false;
  const isLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  server.on("connection", (socket) => {
    const connection: OpenConnection = { response: null };
    open.add(connection);
    bySocket.set(socket, connection);
    socket.once("close", () => open.delete(connection));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(socket);
    if (connection !== undefined) connection.response = response;
    if (isClosing) isLast(response);
  });
  return () => {
    isClosing = true;
    for (const { response } of open) if (response !== null) isLast(response);
  };
}
