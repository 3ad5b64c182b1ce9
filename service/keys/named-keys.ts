import { z } from "zod";

const KEY_BYTES = 32;
/** Fewest distinct bytes of a key: a random one has some 30, one typed by a person fewer than this. */
const DIFFERENT_BYTES_MIN = 16;
const KEYS_MAX = 32;

/** A key of the settings, with its owner's name for it. */
export interface NamedKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * `id:base64`, several separated by commas, newest first. One spelling per key: Node's decoder skips characters that
 * are not base64, so a typing error would silently make another key.
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
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    context.addIssue("must name each key differently");
  return keys.map(({ id, bytes }) => ({ id, bytes }));
});

/** Whether a key is too regular to be random. */
export const isLowEntropy = ({ bytes }: NamedKey): boolean => new Set(bytes).size < DIFFERENT_BYTES_MIN;
