import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { bind } from "#service/http/listening/bind.ts";

/** A running stand-in. */
export interface Listening {
  readonly port: number;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
}

/**
 * Listens on an address; port 0 takes any free one. `setting` is the name of what chooses the port.
 * @throws BindError when the address cannot be used
 */
export async function listenHere(
  answer: (request: Request) => Promise<Response>,
  at: { readonly port: number; readonly host: string; readonly setting?: string },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: answer });
  await bind(server, at);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** @param what its name, with the reason @throws Error when `NODE_ENV` is `production` */
export function refuseInProduction(what: string, why: string): void {
  if (process.env.NODE_ENV !== "production") return;
  throw new Error(`The ${what} does not start with NODE_ENV=production: ${why}.`);
}
