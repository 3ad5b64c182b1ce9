import { escapeHtml } from "#service/http/escape-html.ts";

/** A page of the site that a mail links to. The path begins with `/`; the page needs a sign-in. */
export interface MailLink {
  readonly label: string;
  readonly path: string;
}

/** The content of a mail: plain sentences, and at most one link to the site. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: MailLink;
}

/** A mail in both of its forms. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A line break in a subject could begin another header; other control characters are invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
const onOneLine = (text: string): string => text.replace(CONTROLS, " ").trim();

const FOOTER = "Florin never asks for your password and never sends attachments.";

/** Writes a mail, text first: one column, no pictures, nothing loaded. @param site origin of the site */
export function renderMail({ subject, paragraphs, link }: MailText, site: string): RenderedMail {
  const said = paragraphs.map(onOneLine);
  const address = link === undefined ? null : new URL(link.path, site).href;
  const lines = link === undefined ? said : [...said, `${link.label}:\n${address}`];
  return {
    subject: onOneLine(subject),
    text: `${[...lines, `--\n${FOOTER}`].join("\n\n")}\n`,
    html: htmlOf({
      subject: onOneLine(subject),
      said,
      link: link && { label: link.label, address: address ?? "" },
    }),
  };
}

interface HtmlParts {
  readonly subject: string;
  readonly said: readonly string[];
  readonly link: { readonly label: string; readonly address: string } | undefined;
}

function htmlOf({ subject, said, link }: HtmlParts): string {
  const title = escapeHtml(subject);
  const body = said.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join("\n");
  const button =
    link === undefined
      ? ""
      : `<p style="margin:24px 0"><a href="${escapeHtml(link.address)}" style="color:#0b5d34;font-weight:bold">${escapeHtml(link.label)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;background:#ffffff;color:#1c1f24;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px">
<h1 style="margin:0 0 16px;font-size:20px">${title}</h1>
${body}
${button}
<p style="margin:32px 0 0;color:#565d68;font-size:13px">${escapeHtml(FOOTER)}</p>
</div>
</body>
</html>
`;
}
