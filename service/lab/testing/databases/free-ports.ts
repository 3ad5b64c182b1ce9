import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports of outgoing connections, from 32,768 on: one of those may be taken between the search and the start.
 */
const FIRST_PORT = 12_000;
const PORTS = 20_000;
const LOOKS_MAX = 100;

/** The demo itself, and what stands in for the platform, payments, mail and ages, at the ports after it. */
export const PORTS_OF_A_DEMO = 5;

/** The first of several consecutive ports without a listener on 127.0.0.1. Throws after 100 failed attempts. */
export async function freePorts(count: number): Promise<number> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const first = FIRST_PORT + count * randomInt(Math.floor(PORTS / count));
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (!free.includes(false)) return first;
  }
  throw new Error(`${LOOKS_MAX} looks found no ${count} ports in a row that are free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
