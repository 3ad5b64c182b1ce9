import {
  createSandbox,
  refuseProduction,
  type SandboxApp,
  type SandboxOptions,
} from "#service/integrations/platform/sandbox/app.ts";
import { listenHere } from "#service/integrations/stand-ins/listen-here.ts";

/** A sandbox's address and client. */
export interface StartOptions extends Omit<SandboxOptions, "issuer"> {
  /** 0 takes any free port. */
  readonly port: number;
  /** The only address to listen on; `127.0.0.1` keeps it on this machine. */
  readonly host: string;
  /** Its origin for browsers that reach it under another name than `host`, such as `http://florin.local:3001`. */
  readonly origin?: string;
}

/** A running sandbox. */
export interface RunningSandbox {
  readonly app: SandboxApp;
  readonly issuer: string;
  /** Stops listening and drops open connections. */
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
  const listening = await listenHere(
    async (request) => app?.fetch(request) ?? new Response(null, { status: 503 }),
    { port, host, setting: "SANDBOX_PORT" },
  );
  const authority = host.includes(":") ? `[${host}]` : host;
  const issuer = new URL("/oauth/", origin ?? `http://${authority}:${listening.port}`).href;
  app = createSandbox({ ...rest, issuer });
  return { app, issuer, close: listening.close };
}
