import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Env } from "#service/http/access/caller.ts";
import { securityTextRoute } from "./security-text.ts";

async function ask(supportContact: string | null): Promise<{ status: number; text: string }> {
  const app = new Hono<Env>();
  const config = { supportContact, publicUrl: new URL("https://florin.example") };
  const deps = { config, now: () => Date.parse("2026-11-01T10:00:00.000Z") };
  securityTextRoute(app, deps as Parameters<typeof securityTextRoute>[1]);
  const response = await app.request("/.well-known/security.txt");
  return { status: response.status, text: await response.text() };
}

it("names the contact for security reports, and its expiry", async () => {
  expect(await ask("help@florin.example")).toEqual({
    status: 200,
    text: "Contact: mailto:help@florin.example\nExpires: 2027-04-30T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://florin.example/.well-known/security.txt\n",
  });
  expect((await ask("https://florin.example/help")).text).toContain("Contact: https://florin.example/help\n");
});

it("is absent when no contact is configured", async () => {
  expect((await ask(null)).status).toBe(404);
});
