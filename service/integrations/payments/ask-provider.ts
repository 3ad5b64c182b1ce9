import type { z } from "zod";
import { boundedFetch, type Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import { ProviderTrouble } from "./provider.ts";

/** Time limit for one answer of a provider, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;
/** Maximum attempts, and the pause before each retry, in milliseconds. */
const ATTEMPTS_MAX = 3;
const PAUSE_MS = 300;
const HTTP_CONFLICT = 409;
const HTTP_TOO_MANY = 429;

/** How providers are reached. */
export interface ProviderWire {
  readonly fetch: Fetch;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A request to a provider. It is retried when no answer comes, unless `isOnce` forbids that. */
export interface ProviderQuestion {
  /** Its name in errors, without personal ids. */
  readonly what: string;
  readonly url: string;
  readonly init: RequestInit;
  /** Whether an answer allows a retry. Default: status 409, 429 and 500 or above. */
  readonly mayRetry?: (response: Response) => boolean;
  /** Whether the request is not idempotent: it is sent once, and the caller looks for its effect. */
  readonly isOnce?: boolean;
}

/**
 * Sends a request until there is an answer.
 * @returns the answer, with any status below 500
 * @throws ProviderTrouble `away` without one
 */
export async function askProvider(wire: ProviderWire, question: ProviderQuestion): Promise<Response> {
  const { what, url, init, mayRetry = isPassing, isOnce = false } = question;
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await boundedFetch(wire.fetch, signal)(url, { ...init, redirect: "error" }).catch(
      () => null,
    );
    if (answer !== null && !mayRetry(answer)) return answer;
    if (isOnce || attempt >= ATTEMPTS_MAX)
      throw new ProviderTrouble("away", `${what}: ${answer?.status ?? "no answer"}`);
    await wire.sleep(PAUSE_MS * attempt);
  }
}

const isPassing = ({ status }: Response): boolean =>
  status === HTTP_CONFLICT || status === HTTP_TOO_MANY || status >= 500;

/** Reads an answer by its schema. @throws ProviderTrouble `strange` when it does not fit */
export async function readAnswer<S extends z.ZodType>(
  response: Response,
  schema: S,
  what: string,
): Promise<z.infer<S>> {
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProviderTrouble("strange", `${what}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}
