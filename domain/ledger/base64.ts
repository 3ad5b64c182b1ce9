declare const atob: (text: string) => string;
declare const btoa: (bytes: string) => string;

const PATTERN = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Bytes of base64 text (RFC 4648, 4) with its padding, or null when it is not that. Only the one canonical spelling is
 * accepted, so that a receipt cannot be altered without changing its content.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!PATTERN.test(text)) return null;
  const bytes = atob(text);
  // Another spelling has bits beyond the last byte, which atob drops.
  return btoa(bytes) === text ? Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)) : null;
}
