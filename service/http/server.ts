import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "./caller.ts";

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
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
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
