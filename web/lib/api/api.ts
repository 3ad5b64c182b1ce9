import type { Api } from "#domain/features/contract.ts";
import type { Problem } from "#domain/kernel/contract.ts";
import { once } from "#web/lib/api/once.ts";
import { newestPosition, rememberPosition } from "#web/lib/api/position.ts";
import { askStepUp } from "#web/lib/api/step-up.ts";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";

/** How long an answer is waited for. */
const REQUEST_TIMEOUT_MS = 15_000;

/** A call of the API, `"GET /games/stats"`. */
export type Route = keyof Api;
export type Answer<K extends Route> = Api[K]["answer"];

type Sent<K extends Route, Part extends "params" | "body"> = undefined extends Api[K][Part]
  ? object
  : { readonly [P in Part]: Api[K][P] };

/** The parts of a call that its contract names. */
type Parts<K extends Route> = Sent<K, "params"> & Sent<K, "body"> & { readonly query?: Api[K]["query"] };

/** Said by commands whose contract says it, and by no others: the browser has the contract as types only. */
type Making<K extends Route> = Api[K]["makesOne"] extends true
  ? { readonly makesOne: true }
  : { readonly makesOne?: never };

type CommandInput<K extends Route> = Parts<K> & Making<K>;

/** What goes into a command; nothing where its contract names nothing. */
export type CommandArguments<K extends Route> =
  object extends CommandInput<K> ? [input?: CommandInput<K>] : [input: CommandInput<K>];

/** What goes into a call, and how it is to be sent. */
export type CallInput<K extends Route> = Parts<K> & {
  /** Makes it one command, however often it is sent: see `command`. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Sent even while the page is being left. */
  readonly keepalive?: boolean;
};

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/** A call that was answered, but not with success. Its message is the status, a colon and the body. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly retryAfterMs: number | null;
  /** The problem document of the answer, null when the body was none. */
  readonly problem: Problem | null;

  constructor(response: Response, body: string) {
    super(`${response.status}: ${body || response.statusText}`);
    this.status = response.status;
    this.problem = readProblem(body);
    const seconds = response.headers.get("retry-after");
    this.retryAfterMs = seconds && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
  }
}

/** Thrown instead of what browsers throw for a call without an answer, such as "Failed to fetch". */
const UNREACHABLE = "The server cannot be reached. Check your connection and try again.";

function readProblem(body: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || !("detail" in parsed)) return null;
    return typeof parsed.detail === "string" ? (parsed as Problem) : null;
  } catch {
    return null;
  }
}

/** Whether an error is the problem with this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.problem?.code === code;

/** Whether an error says that there is nothing at an address. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether an error says that the session is gone. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("401: ") && error.message.includes("Unauthorized");

/** Whether an error says that the server has no sign-in configured yet. */
export const isSetupRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.message.includes("setup required");

/** Whether a call was never answered: the connection was lost, refused or too slow. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError);

/** Statuses by which a proxy says that the service did not answer. */
const PROXY_STATUSES: readonly number[] = [502, 504];

/** Whether the service itself answered. */
export const isAnswered = (error: unknown): boolean =>
  error instanceof ApiError && !PROXY_STATUSES.includes(error.status);

/** The longest Retry-After that means an unknown outcome, in milliseconds. */
const OPEN_WITHIN_MS = 60_000;

/**
 * Whether an error leaves a command's outcome unknown: a short Retry-After means that the server does not know either.
 * A long one means that nothing can be done for now, such as a payment without a provider.
 */
export const isOpen = (error: unknown): boolean =>
  error instanceof Error &&
  (!isAnswered(error) ||
    (error instanceof ApiError &&
      error.status === 503 &&
      (error.retryAfterMs ?? Infinity) <= OPEN_WITHIN_MS));

/**
 * The sentence of an error for people: the problem's detail, else the error's own message, else the fallback. The
 * fallback also replaces the page of a proxy that answers for the service.
 */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.problem?.detail || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

/**
 * The address of a call; empty parameters are left out.
 * @example apiAddress("/admin/events", { query: { export: "csv" } })
 */
export function apiAddress(path: string, input: Pick<LooseInput, "params" | "query">): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value) query.set(name, value);
  }
  return `/api${filled}${query.size > 0 ? `?${query}` : ""}`;
}

function headersOf(method: string, input: LooseInput): Headers {
  const headers = new Headers({ accept: "application/json" });
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (input.idempotencyKey) headers.set("idempotency-key", input.idempotencyKey);
  const position = newestPosition();
  if (method === "GET" && position > 0) headers.set("ledger-min-position", String(position));
  return headers;
}

/** A page of a list, and where the list continues; null at its end. */
export interface PageAnswer<K extends Route> {
  readonly items: Answer<K>;
  readonly next: string | null;
}

/** Reads a page of a list whose `Next` header says where it continues. @throws ApiError as `call` does */
export async function callPage<K extends Route>(route: K, input: CallInput<K>): Promise<PageAnswer<K>> {
  const { response, body } = await send(route, input);
  return { items: JSON.parse(body) as Answer<K>, next: response.headers.get("next") };
}

/** Tells calls apart: two of the same content do the same. */
export function contentOf(route: Route, input: object): string {
  const { params, query, body }: LooseInput = input;
  return JSON.stringify([route, params ?? null, query ?? null, body ?? null]);
}

/**
 * Makes one call of the API. A change without a key that is under way is not sent a second time; its answer is shared.
 * @returns the answer's body, typed by the contract
 * @throws ApiError when the answer is not a success
 * @example await call("GET /games/history", { query: { limit: "5" } })
 */
export async function call<K extends Route>(
  route: K,
  ...[input]: object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
): Promise<Answer<K>> {
  const { body } = await send(route, input ?? {});
  return JSON.parse(body) as Answer<K>;
}

interface Sending {
  readonly response: Response;
  readonly body: string;
}

function send(route: Route, input: object): Promise<Sending> {
  const { idempotencyKey, signal }: LooseInput = input;
  const isShared = !route.startsWith("GET ") && idempotencyKey === undefined && signal === undefined;
  return isShared
    ? once(contentOf(route, input), () => sendConfirmed(route, input))
    : sendConfirmed(route, input);
}

/** Sends a call, and again once the player has confirmed it by a second factor. */
async function sendConfirmed(route: Route, input: object): Promise<Sending> {
  try {
    return await sendOnce(route, input);
  } catch (error) {
    if (hasCode(error, "step_up_required") && (await askStepUp())) return sendOnce(route, input);
    throw error;
  }
}

async function answerTo(address: string, request: RequestInit): Promise<Sending> {
  const response = await fetch(address, request);
  return { response, body: await response.text() };
}

/** @throws Error when nothing, or not the whole answer, came in time */
async function sendOnce(route: Route, input: object): Promise<Sending> {
  const [method = "GET", path = "/"] = route.split(" ");
  const loose = input as LooseInput;
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const request = {
    method,
    credentials: "include",
    headers: headersOf(method, loose),
    ...(loose.keepalive && { keepalive: true }),
    signal: loose.signal ? AbortSignal.any([loose.signal, timeout]) : timeout,
    ...(loose.body === undefined ? {} : { body: JSON.stringify(loose.body) }),
  } as const;
  const { response, body } = await answerTo(apiAddress(path, loose), request).catch((error: unknown) => {
    throw loose.signal?.aborted ? error : new Error(UNREACHABLE, { cause: error });
  });
  hearOfDemoPlayers(response.headers);
  if (!response.ok) throw new ApiError(response, body);
  rememberPosition(Number(response.headers.get("ledger-position")));
  return { response, body };
}
