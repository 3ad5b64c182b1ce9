import { crc32 } from "node:zlib";

/** More places than a checksum has bits, so that every checksum can be reached. */
const PLACES = 64;

interface Change {
  readonly effect: number;
  readonly places: bigint;
}

/**
 * Adds a member to a JSON object that gives its text the checksum of another text: each place of the member flips fixed
 * bits of a CRC32, so elimination finds the right ones.
 */
export function withChecksum(body: string, wanted: number): string {
  const text = (places: bigint): string => {
    const digits = places.toString(2).padStart(PLACES, "0");
    return `${body.slice(0, -1)},"filling":"${digits}"}`;
  };
  const checksum = (places: bigint): number => crc32(Buffer.from(text(places)));
  const known: Change[] = [];
  const reduced = (change: Change): Change =>
    known.reduce(
      (left, one) =>
        (left.effect ^ one.effect) >>> 0 < left.effect
          ? { effect: (left.effect ^ one.effect) >>> 0, places: left.places ^ one.places }
          : left,
      change,
    );
  for (let place = 0; place < PLACES; place += 1) {
    const places = 1n << BigInt(place);
    const change = reduced({ effect: (checksum(places) ^ checksum(0n)) >>> 0, places });
    if (change.effect === 0) continue;
    known.push(change);
    known.sort((one, other) => other.effect - one.effect);
  }
  return text(reduced({ effect: (checksum(0n) ^ wanted) >>> 0, places: 0n }).places);
}
