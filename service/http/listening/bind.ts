import type { Server } from "node:net";

interface Address {
  readonly port: number;
  readonly host: string;
  /** The setting that chooses the port; `PORT` without it. */
  readonly setting?: string | undefined;
}

/** An address cannot be listened on. */
export class BindError extends Error {
  override readonly name = "BindError";

  constructor(at: Address, cause: NodeJS.ErrnoException) {
    super(
      troubleOf(cause.code, at) ?? `${at.setting ?? "PORT"}, HOST: cannot be listened on: ${cause.message}`,
      {
        cause,
      },
    );
  }
}

/** Lets a server listen at an address; port 0 takes any free one. @throws BindError */
export async function bind(server: Pick<Server, "once" | "off" | "listen">, at: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) => reject(new BindError(at, error));
    server.once("error", refuse);
    server.listen(at.port, at.host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function troubleOf(code: string | undefined, { port, host, setting = "PORT" }: Address): string | null {
  switch (code) {
    case "EADDRINUSE":
      return `${setting}: ${port} is in use at ${host}; stop the program that has it, or choose another port`;
    case "EACCES":
      return `${setting}: this user may not listen on ${port}; choose a port above 1023`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST: ${host} is not an address of this machine`;
    default:
      return null;
  }
}
