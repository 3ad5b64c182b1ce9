/** A server's report of a returned or late mail (RFC 3464). */
export interface DeliveryReport {
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string;
  /** Such as `5.1.1`; empty if missing. */
  readonly status: string;
}

/** The part of a message that tells the fate of a mail. Nothing else of it is kept. */
export interface ReadReport {
  /** The values of the headers that name the recipient. */
  readonly recipients: readonly string[];
  /** Null for a message that is no report, such as an out-of-office reply. */
  readonly report: DeliveryReport | null;
}

const RECIPIENT_HEADERS = ["delivered-to", "x-original-to", "to"];
const PARTS_MAX = 10;
const STATUS = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/;

interface Section {
  /** By lower-case name, each with its values in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** Cuts a text with `\n` as its only line break at its first empty line. */
function sectionOf(text: string): Section {
  const trimmed = text.replace(/^\n+/, "");
  const end = trimmed.indexOf("\n\n");
  const head = end < 0 ? trimmed : trimmed.slice(0, end);
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\n[ \t]+/g, " ").split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return { headers, body: end < 0 ? "" : trimmed.slice(end + 2) };
}

const first = ({ headers }: Section, name: string): string => headers.get(name)?.[0] ?? "";

/** Parses a raw message. */
export function readReport(raw: Uint8Array): ReadReport {
  const message = sectionOf(Buffer.from(raw).toString("latin1").replaceAll("\r\n", "\n"));
  const recipients = RECIPIENT_HEADERS.flatMap((name) => message.headers.get(name) ?? []);
  return { recipients, report: reportOf(message) };
}

function reportOf(message: Section): DeliveryReport | null {
  const type = first(message, "content-type");
  const isReport =
    /^multipart\/report\s*;/i.test(type) && /report-type\s*=\s*"?delivery-status\b/i.test(type);
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!isReport || boundary === undefined) return null;
  const parts = `\n${message.body}`.split(`\n--${boundary}`, PARTS_MAX).slice(1).map(sectionOf);
  const status = parts.find((part) =>
    /^message\/(global-)?delivery-status\b/i.test(first(part, "content-type")),
  );
  if (status === undefined) return null;
  const groups = status.body.split(/\n{2,}/, PARTS_MAX).map(sectionOf);
  const told = groups.filter(({ headers }) => headers.has("action")).map(recipientOf);
  return told.find(({ action }) => action === "failed") ?? told[0] ?? null;
}

const recipientOf = (group: Section): DeliveryReport => ({
  action: first(group, "action").toLowerCase(),
  status: STATUS.exec(first(group, "status"))?.[1] ?? "",
});
