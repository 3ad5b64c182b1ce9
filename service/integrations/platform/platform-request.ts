import { jsonOf } from "#domain/kernel/json.ts";
import { boundedFetch, type Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";

/** Most attempts for one request. */
export const REQUEST_ATTEMPTS_MAX = 4;
/** Time limit for one answer of the platform, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 5_000;
/** First pause after a failure, in milliseconds; each later one is twice as long. */
export const BACK_OFF_MS = 250;
/** A pause is lengthened by a random share up to this, so that processes do not retry in step. */
const JITTER = 0.25;
const MS_PER_SECOND = 1_000;
/** Pause in milliseconds when the platform limits requests without saying how long. */
const UNSAID_RESET_SECONDS = 5;

/** How the platform is reached. */
export interface PlatformWire {
  readonly fetch: Fetch;
  /** Waits for milliseconds; rejects when the signal ends it. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One request. */
export interface PlatformQuestion {
  /** Its name in errors. */
  readonly what: string;
  readonly url: URL;
  readonly accessToken?: string | undefined;
  /** Aborts waiting and requests. */
  readonly signal: AbortSignal;
  /** When `signal` will abort, in milliseconds since 1970. */
  readonly until: number;
}

/** An answer below 500 that is not 429. */
export interface PlatformAnswer {
  readonly status: number;
  readonly json: unknown;
  /** Milliseconds to wait before the next request of this kind; above 0 when the platform's limit is used up. */
  readonly pauseMs: number;
}

/**
 * Sends a request to the platform: it retries failures after growing pauses and waits for limits as the platform's
 * headers say, both only while there is time.
 * @throws PlatformTrouble without an answer, or when the limit lasts longer than the time left
 */
export async function askPlatform(wire: PlatformWire, question: PlatformQuestion): Promise<PlatformAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(wire, question);
    if (answer !== null && answer.status !== 429 && answer.status < 500) return answerOf(answer);
    const isBusy = answer?.status === 429;
    const pauseMs = isBusy ? pauseAfter(answer.headers) : backOffMs(attempt, wire.random());
    const isLate = wire.now() + pauseMs >= question.until;
    if (attempt >= REQUEST_ATTEMPTS_MAX || isLate || question.signal.aborted) {
      const seconds = Math.ceil(pauseMs / MS_PER_SECOND);
      throw new PlatformTrouble(isBusy ? "busy" : "away", question.what, seconds);
    }
    await wire.sleep(pauseMs, question.signal).catch(() => undefined);
  }
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** @returns null on a network failure or timeout */
async function attemptOnce(wire: PlatformWire, question: PlatformQuestion): Promise<RawAnswer | null> {
  const { url, accessToken, signal } = question;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  const headers: Record<string, string> = { Accept: "application/json" };
  if (accessToken !== undefined) headers.Authorization = `Bearer ${accessToken}`;
  try {
    const init = { headers, redirect: "error" } as const;
    const response = await boundedFetch(wire.fetch, inTime)(url.href, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return null;
  }
}

function answerOf({ status, headers, text }: RawAnswer): PlatformAnswer {
  const isUsedUp = secondsOf(headers.get("x-ratelimit-remaining")) === 0;
  return { status, json: jsonOf(text), pauseMs: isUsedUp ? pauseAfter(headers) : 0 };
}

const backOffMs = (attempt: number, random: number): number =>
  Math.round(BACK_OFF_MS * 2 ** (attempt - 1) * (1 + JITTER * random));

/** Time until the platform's limit is reset, in milliseconds. */
function pauseAfter(headers: Headers): number {
  const seconds = secondsOf(headers.get("retry-after")) ?? secondsOf(headers.get("x-ratelimit-reset"));
  return Math.max(1, seconds ?? UNSAID_RESET_SECONDS) * MS_PER_SECOND;
}

/** Headers of several limits list them with commas; the first is that of the request. */
function secondsOf(header: string | null): number | null {
  const first = /^\s*(\d{1,6})\b/.exec(header ?? "")?.[1];
  return first === undefined ? null : Number(first);
}
