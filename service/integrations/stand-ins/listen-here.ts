import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

/** A running stand-in. */
export interface Listening {
  readonly port: number;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
}

/**
 * Listens on an address; port 0 takes any free one.
 * @throws Error when the address is taken
 */
export async function listenHere(
  answer: (request: Request) => Promise<Response>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: answer });
  const bound = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.address()));
  });
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : port,
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
