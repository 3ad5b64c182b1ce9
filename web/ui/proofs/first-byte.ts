const HEX = 16;
const FIRST_BYTE_DIGITS = 2;
const BITS_PER_BYTE = 8;

/** The first byte of a digest in hex and bits. @example firstByte("edfe…") // { hex: "ed", bits: "11101101" } */
export function firstByte(digest: string): { readonly hex: string; readonly bits: string } {
  const hex = digest.slice(0, FIRST_BYTE_DIGITS);
  return { hex, bits: Number.parseInt(hex, HEX).toString(2).padStart(BITS_PER_BYTE, "0") };
}
