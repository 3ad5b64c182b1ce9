import { Hono } from "hono";
import { html } from "hono/html";
import { type Html, standInHeaders, standInPage } from "#service/integrations/stand-ins/page.ts";
import type { CaughtMail, CaughtMails } from "./caught-mails.ts";

const BADGE = "Mail catcher";
const LINK = /(https?:\/\/[^\s<>"]+)/;

const page = (title: string, content: Html): Promise<string> => standInPage({ badge: BADGE, title, content });
const instant = (at: number): string => new Date(at).toISOString();

/** The pages for reading caught mails, and the same as JSON at `/api/mails`. */
export function mailPages(mails: CaughtMails): Hono {
  const app = new Hono();
  app.get("/api/mails", (context) =>
    context.json(mails.list(context.req.query("to")).map((mail) => ({ ...mail, at: instant(mail.at) }))),
  );
  app.get("/", async (context) => context.html(await listPage(mails.list()), 200, standInHeaders(null)));
  app.get("/mails/:id{[0-9]+}", async (context) => {
    const mail = mails.find(Number(context.req.param("id")));
    return mail === null ? context.notFound() : context.html(await mailPage(mail), 200, standInHeaders(null));
  });
  app.get("/mails/:id{[0-9]+}/html", (context) => {
    const mail = mails.find(Number(context.req.param("id")));
    if (mail === null) return context.notFound();
    return context.html(mail.html, 200, {
      "Content-Security-Policy":
        "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'",
    });
  });
  return app;
}

const listPage = (mails: readonly CaughtMail[]): Promise<string> =>
  page(
    "Mails",
    html`<p class="lead">Every mail of this demo ends here; nobody else gets any.</p>
${
  mails.length === 0
    ? html`<p>No mail yet.</p>`
    : html`<table><thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Arrived</th></tr></thead>
<tbody>${mails.map(
        ({ id, to, subject, at }) =>
          html`<tr><td>${to.join(", ")}</td><td><a href="/mails/${id}">${subject}</a></td><td>${instant(at)}</td></tr>`,
      )}</tbody></table>`
}`,
  );

const mailPage = (mail: CaughtMail): Promise<string> =>
  page(
    mail.subject,
    html`<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to.join(", ")}</dd><dt>Arrived</dt><dd>${instant(mail.at)}</dd><dt>Message-ID</dt><dd>${mail.messageId}</dd></dl>
<pre>${mail.text.split(LINK).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</pre>
<p><a href="/mails/${mail.id}/html">As HTML</a> · <a href="/">All mails</a></p>`,
  );
