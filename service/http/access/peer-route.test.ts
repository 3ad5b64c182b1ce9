import { Hono } from "hono";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { bearerOf } from "#service/ledger/peers/ask-peer.ts";
import { peerRoute } from "./peer-route.ts";

const SECRET = "secret-of-the-logs";

/** Calls a route that answers its input. @returns status and body, or the code of the problem */
async function ask(
  body: string,
  {
    authorization = bearerOf(SECRET),
    hasLogs = true,
  }: { authorization?: string | null; hasLogs?: boolean } = {},
) {
  const app = new Hono<Env>();
  const config = { logs: hasLogs ? { all: [], secret: SECRET } : null } as unknown as Deps["config"];
  peerRoute(
    app,
    { deps: { config }, path: "/asked", body: z.strictObject({ n: z.number() }) },
    async (told) => told,
  );
  app.onError((error, context) => {
    if (!(error instanceof HttpProblem)) throw error;
    return context.json(error.status, error.status);
  });
  const headers = new Headers({ "Content-Type": "application/json" });
  if (authorization !== null) headers.set("Authorization", authorization);
  const response = await app.request("/asked", { method: "POST", headers, body });
  return [response.status, await response.json()];
}

it("answers the other logs", async () => {
  expect(await ask('{"n":1}')).toEqual([200, { n: 1 }]);
});

it("exists only on a site of several logs, and only for those with the shared secret", async () => {
  expect((await ask('{"n":1}', { hasLogs: false }))[0]).toBe(404);
  const wrong = [
    ...[null, "", SECRET, `Basic ${SECRET}`, `${bearerOf(SECRET)}x`, bearerOf(SECRET).slice(0, -1)],
    // As long as the right one.
    ...[
      bearerOf("secret-of-the-lo?s"),
      bearerOf(SECRET).replace("B", "b"),
      "x".repeat(bearerOf(SECRET).length),
    ],
  ];
  for (const authorization of wrong) expect((await ask('{"n":1}', { authorization }))[0]).toBe(401);
});

it.each(["", "{", "null", '{"n":"1"}', '{"n":1,"m":2}'])("refuses the body %j as invalid", async (body) => {
  expect((await ask(body))[0]).toBe(400);
});
