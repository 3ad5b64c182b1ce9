import { setTimeout as after } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { MailSettings } from "#service/config.ts";
import type { RenderedMail } from "./mail-text.ts";

/** Time limits for the server's silence at any step, and for sending as a whole, in milliseconds. */
const TIMEOUTS = { stepMs: 10_000, sendMs: 60_000 };

/** A mail to one address. */
export interface OutgoingMail extends RenderedMail {
  /** The same at each attempt, so that mail programs show a mail once that arrives twice. */
  readonly id: string;
  readonly to: string;
  /** The return address; the sender if none is set up. */
  readonly returnPath?: string;
}

/** The result of an attempt: a refused address is never tried again, anything else is. */
export type SendResult =
  | { readonly kind: "sent" }
  | { readonly kind: "bounced"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Sends mails. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<SendResult>;
  close(): void;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Sends by SMTP; encrypted, unless the server is on this machine. */
export function smtpTransport({ url, from }: MailSettings, { stepMs, sendMs } = TIMEOUTS): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === "smtps:";
  const isHere = LOOPBACK.test(hostname);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ignoreTLS: !isSecure && isHere,
    ...(username === ""
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const deliver = async ({ id, to, returnPath, subject, text, html }: OutgoingMail): Promise<SendResult> => {
    await transport.sendMail({
      from: { name: "Florin", address: from },
      to: { name: "", address: to },
      ...(returnPath === undefined ? {} : { envelope: { from: returnPath, to } }),
      messageId: `<${id}@${domain}>`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      ...{ subject, text, html },
    });
    return { kind: "sent" };
  };
  return {
    send: (mail) => within(sendMs, deliver(mail)).catch(resultOf),
    close: () => transport.close(),
  };
}

async function within(ms: number, sending: Promise<SendResult>): Promise<SendResult> {
  const over = new AbortController();
  const late = after(ms, { kind: "failed", reason: "too_slow" } as const, {
    signal: over.signal,
    ref: false,
  });
  try {
    return await Promise.race([sending, late]);
  } finally {
    over.abort();
    // The late result would otherwise be an unhandled rejection.
    void Promise.allSettled([sending, late]);
  }
}

/** The meaning of a server's error. Its words are not kept: they repeat the address. */
function resultOf(error: unknown): SendResult {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const isRefused = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  const reason = [code, responseCode].filter((part) => part !== undefined).join(" ");
  if (isRefused && command?.startsWith("RCPT") === true) return { kind: "bounced", reason };
  return { kind: "failed", reason };
}
