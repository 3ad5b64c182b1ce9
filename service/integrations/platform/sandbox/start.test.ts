import { afterEach, describe, expect, it, vi } from "vitest";

import { startSandbox } from "#service/integrations/platform/sandbox/start.ts";

const client = { id: "florin", secret: "s", redirectUris: ["http://localhost:3000/api/callback"] };

afterEach(() => vi.unstubAllEnvs());

describe("a started sandbox", () => {
  it("listens at the given address and reports it", async () => {
    const sandbox = await startSandbox({ port: 0, host: "127.0.0.1", client });
    try {
      expect(sandbox.issuer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/$/);
      const answer = await fetch(`${sandbox.issuer}.well-known/openid-configuration`);
      expect(await answer.json()).toMatchObject({ issuer: sandbox.issuer });
    } finally {
      await sandbox.close();
    }
    await expect(fetch(sandbox.issuer)).rejects.toThrow();
  });

  it("has another issuer when browsers reach it under another name", async () => {
    const sandbox = await startSandbox({
      port: 0,
      host: "127.0.0.1",
      origin: "http://florin.local:3001",
      client,
    });
    await sandbox.close();
    expect(sandbox.issuer).toBe("http://florin.local:3001/oauth/");
  });

  it("fails when its address is taken", async () => {
    const first = await startSandbox({ port: 0, host: "127.0.0.1", client });
    const port = Number(new URL(first.issuer).port);
    await expect(startSandbox({ port, host: "127.0.0.1", client })).rejects.toThrow(
      `SANDBOX_PORT: ${port} is in use`,
    );
    await first.close();
  });

  it("does not start in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(startSandbox({ port: 0, host: "127.0.0.1", client })).rejects.toThrow("NODE_ENV=production");
  });
});
