import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { STAND_IN_CSS } from "./style.ts";

const STYLE_HASH = createHash("sha256").update(STAND_IN_CSS, "utf8").digest("base64");

export type Html = ReturnType<typeof html>;

/**
 * The headers of a page: nothing runs, nothing is loaded from elsewhere, nothing frames it.
 * @param formTarget origin of the application, because browsers apply `form-action` to redirects as well; null for
 *   forms that stay here
 */
export function standInHeaders(formTarget: string | null): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${formTarget === null ? "'none'" : `'self' ${formTarget}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return { "Content-Security-Policy": policy.join("; ") };
}

interface StandInPage {
  /** The service it imitates, marked on every page. */
  readonly badge: string;
  readonly title: string;
  readonly content: Html;
}

/** A page of a stand-in for another service. */
export async function standInPage({ badge, title, content }: StandInPage): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${badge}</title>
<style>${raw(STAND_IN_CSS)}</style>
</head>
<body>
<main>
<p class="badge">${badge}</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
  return page.toString();
}
