import { invariant } from "#domain/kernel/invariant.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/kernel/time.ts";
import {
  BROWSER_ZONE,
  displaySettings,
  NUMBER_LOCALES,
  type NumberLook,
} from "#web/lib/store/display-settings.ts";

const MONEY = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;
/** Figures of this size and more are written in thousands where space is short. */
const THOUSANDS_FROM: Minor = 100_000n;
/** From here thousands would round to 1,000.0K, so millions take over. */
const MILLIONS_FROM: Minor = 99_995_000n;

/**
 * Reads money as an answer carries it, sign included.
 * @example readMoney("-19.75") // -1975n
 */
export function readMoney(text: string): Minor {
  const match = MONEY.exec(text);
  invariant(match !== null, `"${text}" is money`);
  const amount = BigInt(match[2] ?? "0") * 100n + BigInt((match[3] ?? "").padEnd(2, "0"));
  return match[1] ? -amount : amount;
}

/** What stands for an amount in streamer mode. */
const HIDDEN_AMOUNT = "•••";

const formats = new Map<NumberLook, { readonly whole: Intl.NumberFormat; readonly point: string }>();

/** How numbers are written at the moment, made once for each way. */
function format() {
  const { numbers } = displaySettings.get();
  const known = formats.get(numbers);
  if (known !== undefined) return known;
  const whole = new Intl.NumberFormat(NUMBER_LOCALES[numbers], { numberingSystem: "latn" });
  const point = whole.formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
  const made = { whole, point };
  formats.set(numbers, made);
  return made;
}

const grouped = (digits: string): string => format().whole.format(BigInt(digits));
const isHidden = (): boolean => displaySettings.get().hidesAmounts;
const size = (amount: Minor): Minor => (amount < 0n ? -amount : amount);

/** An amount of the rules, which is nobody's secret. @example ruleMoney(100n) // "1.00" */
export function ruleMoney(amount: Minor): string {
  const digits = size(amount).toString().padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${grouped(digits.slice(0, -2))}${format().point}${digits.slice(-2)}`;
}

/** Money to the cent with thousands separators. @example money(123450n) // "1,234.50" */
export const money = (amount: Minor): string => (isHidden() ? HIDDEN_AMOUNT : ruleMoney(amount));

/** What a stake is multiplied by, which is nobody's secret. @example times("1234.5") // "1,234.50×" */
export const times = (multiplier: string): string => `${ruleMoney(readMoney(multiplier))}×`;

/** Money with a plus in front of gains; zero has no sign. @example signedMoney(500n) // "+5.00" */
export const signedMoney = (amount: Minor): string =>
  isHidden() ? HIDDEN_AMOUNT : `${amount > 0n ? "+" : ""}${money(amount)}`;

/** Dollars to the cent. @example dollars(199999n) // "$1,999.99" */
export const dollars = (amount: Minor): string => (amount < 0n ? `-$${money(-amount)}` : `$${money(amount)}`);

/** What was lost, with a minus; nothing lost is "0.00". @example lostMoney(500n) // "-5.00" */
export const lostMoney = (amount: Minor): string => money(-amount);

/**
 * A sentence that came with amounts in it, as this player reads amounts.
 * @example withAmounts("You won 1975.00 RBX.") // "You won 1,975.00 RBX."
 */
export const withAmounts = (text: string): string =>
  text.replaceAll(/\d[\d,]*\.\d{2}(?!\d)/g, (amount) => money(readMoney(amount.replaceAll(",", ""))));

/** What a player has of both currencies, exactly. @example bothExactly(100n, 50n) // "1.00 RBX + 0.50 TIX" */
export const bothExactly = (rbx: Minor, tix: Minor): string => `${money(rbx)} RBX + ${money(tix)} TIX`;

/** Money rounded to whole units, halves away from zero. @example wholeMoney(123450n) // "1,235" */
export function wholeMoney(amount: Minor): string {
  if (isHidden()) return HIDDEN_AMOUNT;
  const whole = (size(amount) + 50n) / 100n;
  return `${amount < 0n && whole > 0n ? "-" : ""}${grouped(whole.toString())}`;
}

/** A size in units of 10^-`decimals` of `unit`, halves away from zero, as text. */
function scaled(amount: Minor, unit: bigint, decimals: number): string {
  const step = unit / 10n ** BigInt(decimals);
  const digits = ((size(amount) + step / 2n) / step).toString().padStart(decimals + 1, "0");
  return `${amount < 0n ? "-" : ""}${grouped(digits.slice(0, -decimals))}${format().point}${digits.slice(-decimals)}`;
}

/** Whole units; thousands with one decimal from 1000, as values of items. @example thousands(125_000n) // "1.3K" */
export function thousands(amount: Minor): string {
  if (isHidden() || size(amount) < THOUSANDS_FROM) return wholeMoney(amount);
  return `${scaled(amount, 100_000n, 1)}K`;
}

/** The same, and millions with one decimal from a million. @example compactMoney(125_000_000n) // "1.3M" */
export function compactMoney(amount: Minor): string {
  if (isHidden() || size(amount) < MILLIONS_FROM) return thousands(amount);
  return `${scaled(amount, 100_000_000n, 1)}M`;
}

/**
 * Won games of all games as a percentage with one decimal; 0.0 % when there are none. @example winRate(1, 3)
 * // "33.3%"
 */
export const winRate = (wins: number, games: number): string =>
  tenthsOfPercent(games > 0 ? (wins / games) * 100 : 0);

/** Percent with one decimal. @example tenthsOfPercent(33.33) // "33.3%" */
export const tenthsOfPercent = (percents: number): string =>
  `${scaled(BigInt(Math.round(percents * 10)), 10n, 1)}%`;

/** How many of something. @example figure(12345) // "12,345" */
export const figure = (count: number): string => format().whole.format(count);

/** Basis points as a percentage. @example percent(9875n) // "98.75%" */
export const percent = (basisPoints: bigint): string => `${ruleMoney(basisPoints)}%`;

/** The same without zeros that say nothing. @example shortPercent(1000n) // "10%" */
export const shortPercent = (basisPoints: bigint): string =>
  `${ruleMoney(basisPoints).replace(/[.,]?0+$/, "")}%`;

const SHAPES = {
  time: { timeStyle: "medium" },
  short: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  instant: { dateStyle: "medium", timeStyle: "medium" },
  day: { dateStyle: "medium" },
  month: { month: "long", year: "numeric" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** An instant in the zone that the reader chose; each shape is made once for each zone. */
function inZone(shape: keyof typeof SHAPES, instant: string): string {
  const { timeZone } = displaySettings.get();
  const name = `${shape} ${timeZone}`;
  const made =
    timeFormats.get(name) ??
    new Intl.DateTimeFormat("en-GB", { ...SHAPES[shape], ...(timeZone !== BROWSER_ZONE && { timeZone }) });
  timeFormats.set(name, made);
  return made.format(new Date(instant));
}

/** The zone that times are shown in. @example "Europe/Berlin, GMT+1" */
export function zoneShown(now: number): string {
  const zone = displaySettings.get().timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    timeZoneName: "shortOffset",
  }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return zone === "UTC" ? zone : `${zone.replaceAll("_", " ")}, ${offset}`;
}

/** The time of day of an instant, in the reader's zone. */
export const timeOfDay = (instant: string): string => inZone("time", instant);
/**
 * Day and time of an instant where space is short. @example shortTime("2026-11-20T10:00:00.000Z") // "20 Nov,
 * 10:00"
 */
export const shortTime = (instant: string): string => inZone("short", instant);
/** Date and time of an instant, in the reader's zone. */
export const dateAndTime = (instant: string): string => inZone("instant", instant);
/** The day of an instant, in the reader's zone. @example "20 Nov 2026" */
export const dayOf = (instant: string): string => inZone("day", instant);
/** Its month. @example "November 2026" */
export const monthOf = (instant: string): string => inZone("month", instant);
const shortDays = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
/** A day in UTC where space is short. @example shortDay("2026-11-20") // "20 Nov" */
export const shortDay = (day: string): string => shortDays.format(new Date(day));
/** A long hash or id with its middle left out. @example shortHash("0123456789abcdef") // "01234567…cdef" */
export const shortHash = (hash: string): string =>
  hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-4)}`;

/** How long something lasts, in its two largest units. @example duration(7_500_000) // "2 h 5 min" */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  const [days, hours] = [Math.floor(whole / DAY_MS), Math.floor((whole % DAY_MS) / HOUR_MS)];
  const minutes = Math.floor((whole % HOUR_MS) / MINUTE_MS);
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(whole / SECOND_MS)} s`;
}

/** What is left of a short while, as a clock shows it. @example countdown(872_000) // "14:32" */
export function countdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
