/** The name of an unknown program. */
export const UNKNOWN_CLIENT = "Unknown program";

/** The first match counts: most programs also name those that they are built on. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|\bCriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
const HEADER_CHARS_MAX = 400;

/**
 * The common name of the program that sent a request. The header itself is not stored.
 * @example clientName("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") // "Firefox on Linux"
 */
export function clientName(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, HEADER_CHARS_MAX);
  const named = (names: typeof PROGRAMS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [program, system] = [named(PROGRAMS), named(SYSTEMS)];
  if (program === undefined) return system === undefined ? UNKNOWN_CLIENT : `${UNKNOWN_CLIENT} on ${system}`;
  return system === undefined ? program : `${program} on ${system}`;
}
