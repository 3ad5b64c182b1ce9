import { constants, gzip } from "node:zlib";

/** Supported encodings, best first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Smaller bodies fit into the packets they need anyway. In bytes. */
export const COMPRESSED_FROM_BYTES = 1_400;
/** A client waits for answers: low levels already gain most. */
const GZIP_LEVEL = 4;

/**
 * Whether the client accepts an encoding. Unnamed ones are not accepted, unless `*` covers them.
 * @example isAccepted("gzip, br;q=0", "br") // false
 */
export function isAccepted(acceptEncoding: string | undefined, encoding: Encoding): boolean {
  let byStar = false;
  for (const part of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const isTaken = !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
    if (name === encoding) return isTaken;
    if (name === "*") byStar = isTaken;
  }
  return byStar;
}

/** A text as gzip, compressed outside of the event loop. */
export function gzipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    gzip(text, { level: GZIP_LEVEL, strategy: constants.Z_DEFAULT_STRATEGY }, (error, bytes) =>
      error === null ? resolve(new Uint8Array(bytes)) : reject(error),
    );
  });
}
