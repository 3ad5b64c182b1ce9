import { z } from "zod";
import { hex32, instantText } from "#domain/kernel/contract.ts";
import { ledgerKeysSchema, receiptSchema } from "#domain/ledger/proof.ts";

/** The format named in the first line of an exported log. */
export const EXPORT_FORMAT = "florin-log/2";
/** The previous format, without further streams. */
export const EXPORT_FORMAT_1 = "florin-log/1";

/** The longest line of an exported log, in characters; a longer one is refused. */
export const EXPORT_LINE_CHARS_MAX = 16 * 1024 * 1024;

const whole = z.number().int().nonnegative();
const wholeText = z.string().regex(/^-?(0|[1-9]\d{0,18})$/);

export const logLine = z.strictObject({
  kind: z.literal("log"),
  format: z.enum([EXPORT_FORMAT, EXPORT_FORMAT_1]),
  log: z.string().regex(/^[1-9]\d{0,8}$/),
  exportedAt: instantText,
});
export const keysLine = z.strictObject({ kind: z.literal("keys"), keys: ledgerKeysSchema.shape.keys });
export const eventLine = z.strictObject({
  kind: z.literal("event"),
  position: whole,
  stream: z.string(),
  version: whole,
  type: z.string(),
  schemaVersion: whole,
  eventId: z.string(),
  commandId: z.string(),
  actor: z.string(),
  recordedAt: z.number().int(),
  payload: z.string(),
  accounts: z.array(z.string()),
  assets: z.array(z.string()),
  deltas: z.array(wholeText),
  alsoIn: z.array(z.string()).min(1).optional(),
  leaf: hex32,
});
export const commandLine = z.strictObject({
  kind: z.literal("command"),
  position: whole,
  commandId: z.string(),
  requestHash: z.string().regex(/^([0-9a-f]{2})*$/),
  answer: z.string(),
});
export const blockLine = z.strictObject({
  kind: z.literal("block"),
  number: whole,
  from: whole,
  to: whole,
  previous: hex32,
  root: hex32,
  hash: hex32,
});
export const headLine = z.strictObject({ kind: z.literal("head"), ...receiptSchema.shape.head.shape });
/** The last line, with the end of the log. A file without it was cut off. */
export const endLine = z.strictObject({ kind: z.literal("end"), position: whole, block: whole, hash: hex32 });

export const exportLine = z.discriminatedUnion("kind", [
  logLine,
  keysLine,
  eventLine,
  commandLine,
  blockLine,
  headLine,
  endLine,
]);
export type ExportLine = z.infer<typeof exportLine>;

/** A line of the file: JSON whose first field is its kind, and a newline. */
export const lineText = (line: ExportLine): string => `${JSON.stringify(line)}\n`;
