import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { BindError, bind } from "./bind.ts";

/** A server that cannot listen, for a reason. */
const failing = (code: string) => {
  const server = createServer();
  server.listen = () => {
    server.emit("error", Object.assign(new Error(`listen ${code}`), { code }));
    return server;
  };
  return server;
};

const refusal = async (code: string) => {
  const error = await bind(failing(code), { port: 80, host: "10.0.0.9" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BindError);
  return (error as BindError).message;
};

describe("an operator whose service cannot listen is told which setting to change", () => {
  it.each([
    ["EADDRINUSE", "PORT: 80 is in use at 10.0.0.9; stop the program that has it, or choose another port"],
    ["EACCES", "PORT: this user may not listen on 80; choose a port above 1023"],
    ["EADDRNOTAVAIL", "HOST: 10.0.0.9 is not an address of this machine"],
    ["ENOTFOUND", "HOST: 10.0.0.9 is not an address of this machine"],
    ["EMFILE", "PORT, HOST: cannot be listened on: listen EMFILE"],
  ])("on an error %s", async (code, text) => {
    expect(await refusal(code)).toBe(text);
  });

  it("by the operating system's own words for a port in use", async () => {
    const first = createServer();
    onTestFinished(() => void first.close());
    await bind(first, { port: 0, host: "127.0.0.1" });
    const { port } = first.address() as { readonly port: number };
    await expect(bind(createServer(), { port, host: "127.0.0.1" })).rejects.toThrow(
      `PORT: ${port} is in use`,
    );
  });
});
