import { crc32, deflateSync } from "node:zlib";

const SIZE = 64;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture as a PNG: a disc of light in a colour of the wheel. @param hue degrees */
export function samplePng(hue: number): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const away = Math.hypot(x - SIZE / 2, y - SIZE / 2) / (SIZE / 2);
      const at = y * (1 + SIZE * 3) + 1 + x * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const wave = 0.5 + 0.5 * Math.cos(((hue - channel * 120) * Math.PI) / 180);
        rows[at + channel] = Math.round(255 * (0.15 + 0.75 * wave * Math.max(0, 1 - away)));
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...parts]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
