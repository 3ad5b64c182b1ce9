import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { timeOrderedId } from "#service/ids.ts";
import type { Env } from "./access/caller.ts";
import { directRoutesOf } from "./direct/direct-routes.ts";
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
  const direct = directRoutesOf(app);
  /** Responses of the direct way that are only to be written. */
  const made = new WeakMap<object, Response>();
  const listener = getRequestListener((request, env) => made.get(env.outgoing) ?? app.fetch(request, env), {
    errorHandler: refuseMalformed,
  });
  const connections = new Connections();
  // A request without a host is refused below, in the words of every other refusal.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    connections.answering(incoming, outgoing);
    const send = (response: Response): void => {
      made.set(outgoing, response);
      void listener(incoming, outgoing);
    };
    if (!direct.take(incoming, outgoing, send)) void listener(incoming, outgoing);
  });
  server.on("connection", (socket) => connections.opened(socket));
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        connections.letGo();
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

/** A connection, and the newest answer on it. */
interface OpenConnection {
  response: ServerResponse | null;
}

/**
 * The connections that are open. Answers are kept by their connections, of which there are few for long: a set that
 * every request is added to and deleted from leaves tables behind that keep whole requests in memory until the next
 * full collection.
 */
class Connections {
  readonly #open = new Set<OpenConnection>();
  readonly #bySocket = new WeakMap<Socket, OpenConnection>();
  #isClosing = false;

  opened(socket: Socket): void {
    const connection: OpenConnection = { response: null };
    this.#open.add(connection);
    this.#bySocket.set(socket, connection);
    socket.once("close", () => this.#open.delete(connection));
  }

  /** Notes which answer is under way on a connection. */
  answering({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#bySocket.get(socket);
    if (connection !== undefined) connection.response = response;
    if (this.#isClosing) endAfter(response);
  }

  /** Ends every connection with the answer that is under way or comes next on it. */
  letGo(): void {
    this.#isClosing = true;
    for (const { response } of this.#open) if (response !== null) endAfter(response);
  }
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
