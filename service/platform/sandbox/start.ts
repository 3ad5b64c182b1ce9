import type { AddressInfo } from "node:net";

import { createAdaptorServer } from "@hono/node-server";

import {
  createSandbox,
  refuseProduction,
  type SandboxApp,
  type SandboxOptions,
} from "#service/platform/sandbox/app.ts";

/** Where and for whom a sandbox listens. */
export interface StartOptions extends Omit<SandboxOptions, "issuer"> {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen on, and no other; `127.0.0.1` keeps it on this machine. */
  readonly host: string;
  /** What browsers call it when they reach it under another name than `host`, such as `http://florin.local:3001`. */
  readonly origin?: string;
}

/** A sandbox that listens. */
export interface RunningSandbox {
  readonly app: SandboxApp;
  readonly issuer: string;
  /** Stops listening and drops what is still connected. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox on the given address.
 * @throws Error when `NODE_ENV` is `production` or the address is taken
 * @example const { issuer, close } = await startSandbox({ port: 3001, host: "127.0.0.1", client });
 */
export async function startSandbox({ port, host, origin, ...rest }: StartOptions): Promise<RunningSandbox> {
  refuseProduction();
  let app: SandboxApp | null = null;
  const server = createAdaptorServer({
    fetch: async (request) => app?.fetch(request) ?? new Response(null, { status: 503 }),
  });
  const bound = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.address()));
  });
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  const authority = host.includes(":") ? `[${host}]` : host;
  const issuer = new URL("/oauth/", origin ?? `http://${authority}:${boundPort}`).href;
  app = createSandbox({ ...rest, issuer });
  return {
    app,
    issuer,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
