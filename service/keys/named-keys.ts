import { z } from "zod";

const KEY_BYTES = 32;
/** A key drawn at random has some 30 different bytes; one with fewer than this was typed by a person. */
const DIFFERENT_BYTES_MIN = 16;
const KEYS_MAX = 32;

/** A key of the settings with the name that its owner gave it. */
export interface NamedKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * `id:base64`, several separated by commas, newest first. One spelling a key: Node's own decoder skips what is no
 * base64, so that a key with a typing error would quietly be another key.
 */
export const namedKeys = z.string().transform((text, context): NamedKey[] => {
  const keys = text.split(",").map((part) => {
    const at = part.indexOf(":");
    const base64 = part.slice(at + 1).trim();
    const bytes = Buffer.from(base64, "base64");
    return { id: part.slice(0, at).trim(), bytes, isCanonical: bytes.toString("base64") === base64 };
  });
  const isWellFormed = ({ id, bytes, isCanonical }: (typeof keys)[number]): boolean =>
    /^[A-Za-z0-9_-]{1,32}$/.test(id) && bytes.length === KEY_BYTES && isCanonical;
  if (keys.length > KEYS_MAX || !keys.every(isWellFormed)) {
    const form = `id:base64 of ${KEY_BYTES} bytes, in canonical base64`;
    context.addIssue(`must be ${form}, at most ${KEYS_MAX} separated by commas`);
  }
  return keys.map(({ id, bytes }) => ({ id, bytes }));
});

/** Whether a key is too regular to have been drawn at random. */
export const isLowEntropy = ({ bytes }: NamedKey): boolean => new Set(bytes).size < DIFFERENT_BYTES_MIN;
