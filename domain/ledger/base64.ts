const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS_PER_CHARACTER = 6;
const BITS_PER_BYTE = 8;
const PATTERN = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Bytes of base64 text (RFC 4648, 4) with its padding, or null when it is not that. Only the one canonical spelling is
 * accepted, so that a receipt cannot be altered without changing its content.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!PATTERN.test(text)) return null;
  const characters = text.replace(/=+$/, "");
  const bytes = new Uint8Array((characters.length * BITS_PER_CHARACTER) >> 3);
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (const character of characters) {
    buffer = (buffer << BITS_PER_CHARACTER) | ALPHABET.indexOf(character);
    bits += BITS_PER_CHARACTER;
    if (bits < BITS_PER_BYTE) continue;
    bits -= BITS_PER_BYTE;
    bytes[at] = buffer >> bits;
    at += 1;
    buffer &= (1 << bits) - 1;
  }
  return buffer === 0 ? bytes : null;
}
