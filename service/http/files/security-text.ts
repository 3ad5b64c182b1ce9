import type { Hono } from "hono";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";

const PATH = "/.well-known/security.txt";
/** Lifetime of the page: finders should not trust an older one (RFC 9116). */
const GOOD_FOR_MS = 180 * DAY_MS;

/** The contact for security reports (RFC 9116) from the settings; absent without one. */
export function securityTextRoute(app: Hono<Env>, { config, now }: Pick<Deps, "config" | "now">): void {
  const { supportContact, publicUrl } = config;
  if (supportContact === null) return;
  const contact = supportContact.startsWith("https:") ? supportContact : `mailto:${supportContact}`;
  app.get(PATH, (context) => {
    // Rounded to days, so that all requests of a day get the same text.
    const expires = new Date(Math.floor((now() + GOOD_FOR_MS) / DAY_MS) * DAY_MS).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${publicUrl.origin}${PATH}`,
    ];
    return context.text(`${lines.join("\n")}\n`);
  });
}
