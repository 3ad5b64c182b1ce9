import { expect, it } from "vitest";
import { isAccepted } from "./encodings.ts";

it.each([
  ["gzip, deflate, br, zstd", true, true],
  ["gzip", true, false],
  ["GZIP;q=0.5, br;q=0", true, false],
  ["br;q=1.0", false, true],
  ["*", true, true],
  ["*, br;q=0", true, false],
  ["gzip;q=0.001", true, false],
  ["gzip; q=0.0", false, false],
  ["identity", false, false],
  ["x-gzip, brotli", false, false],
  ["", false, false],
  [undefined, false, false],
] as const)("Accept-Encoding: %s takes gzip %s and brotli %s", (header, gzip, br) => {
  expect([isAccepted(header, "gzip"), isAccepted(header, "br")]).toEqual([gzip, br]);
});
