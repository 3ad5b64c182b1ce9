import type { Context } from "hono";
import type { NamedRate } from "#domain/kernel/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { Page, PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { Env } from "#service/http/access/caller.ts";
import { addHeader } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { isAccepted } from "#service/http/files/encodings.ts";
import { unavailableProblem } from "#service/http/problem.ts";
import { type Column, csvLine } from "./csv.ts";

/** Items of a whole list read, and held in memory, at a time. */
export const EXPORT_SLICE_ITEMS = 500;
/** Most whole lists streamed at a time: as many for the console, and as many for players. */
export const EXPORTS_MAX = 4;
/** A stream that nobody reads from for this long is cut off, in milliseconds. */
export const EXPORT_STALLED_MS = 30_000;
const EXPORTS_RETRY_SECONDS = 5;

/** A list that is available page by page, and whole. */
export interface Exported<T, P extends Page<T> = Page<T>> {
  /** The file's name, without its extension. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** One page. It also records what it shows, so that the access log is written before the data are sent. */
  readonly page: (query: PageQuery) => Promise<P>;
}

/** The part of a call that decides the form of a list. */
interface ListCall {
  readonly context: Context<Env>;
  readonly query: PageQuery & { readonly export?: "1" | "csv" | undefined };
}

/** A whole list costs as much as its length. */
export const EXPORT_RATE: NamedRate = { name: "export", perSecond: 0.1, burst: 10 };

type Format = "json" | "csv";

/** Exports under way, per service of this process. Counted apart, so that players cannot block admins. */
const underWay = { console: new WeakMap<Deps, number>(), player: new WeakMap<Deps, number>() };

/**
 * A page of a list, or all of it as a stream if the request asks for that. The stream reads the next slice when the
 * previous one was taken, so memory stays flat however long the list is.
 */
export async function pageOrExport<T, P extends Page<T>>(
  { call: { context, query }, deps }: { readonly call: ListCall; readonly deps: Deps },
  list: Exported<T, P>,
): Promise<P | Response> {
  const { limit, next, export: asked } = query;
  const format = formatOf(context, asked);
  if (format === null) return list.page({ limit, next });
  // The first slice is read before the answer begins, so that problems get their usual answers.
  deps.limits.demandRate(EXPORT_RATE, context, deps);
  const done = begin(context, deps);
  const first = await list.page({ limit: EXPORT_SLICE_ITEMS, next }).catch((error: unknown) => {
    done();
    throw error;
  });
  if (context.req.method === "HEAD") {
    // Nobody will read the body.
    done();
    return fileAnswer(context, null, { name: list.name, format });
  }
  const parts = format === "csv" ? csvParts(list, first) : jsonParts(list, first);
  const onCut = (error: unknown): void =>
    deps.log.warn({ requestId: context.get("requestId"), error: String(error) }, "an export was cut off");
  const body = streamOf(parts, { done, onCut, scheduler: deps.scheduler });
  return fileAnswer(context, body, { name: list.name, format });
}

interface Streaming extends Pick<Deps, "scheduler"> {
  /** Called at the end, however it ended. */
  readonly done: () => void;
  readonly onCut: (error: unknown) => void;
}

/** A list as a stream: each part is made once the previous one was taken. A client that stops reading is cut off. */
function streamOf(
  parts: AsyncGenerator<string>,
  { done, onCut, scheduler }: Streaming,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isTaken = (): void => undefined;
  const end = async (): Promise<void> => {
    isTaken();
    done();
    await parts.return(undefined);
  };
  const cut = (controller: ReadableStreamDefaultController, error: unknown): void => {
    // The error tells the client that the list is incomplete.
    void end();
    onCut(error);
    controller.error(error);
  };
  const expect = (controller: ReadableStreamDefaultController): void => {
    isTaken = scheduler.after(EXPORT_STALLED_MS, () => cut(controller, new Error("nobody took it")));
  };
  return new ReadableStream<Uint8Array>(
    {
      start: expect,
      async pull(controller) {
        isTaken();
        try {
          const part = await parts.next();
          if (part.done === true) {
            done();
            return controller.close();
          }
          controller.enqueue(encoder.encode(part.value));
          expect(controller);
        } catch (error) {
          cut(controller, error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Whether a request asks for CSV. */
export const isCsvAsked = (context: Context<Env>, asked: "1" | "csv" | undefined): boolean =>
  formatOf(context, asked) === "csv";

function formatOf(context: Context<Env>, asked: "1" | "csv" | undefined): Format | null {
  const accepts = (context.req.header("Accept") ?? "").toLowerCase();
  if (asked === "csv" || /(?:^|,)\s*text\/csv\s*(?:;|,|$)/.test(accepts)) return "csv";
  return asked === "1" ? "json" : null;
}

/** Counts an export as begun. @returns ends it, once @throws HttpProblem 503 when it is one too many */
function begin({ req }: Context<Env>, deps: Deps): () => void {
  const counts = req.path.startsWith("/api/admin/") ? underWay.console : underWay.player;
  const count = counts.get(deps) ?? 0;
  if (count >= EXPORTS_MAX) {
    const detail = `${EXPORTS_MAX} exports are already running. Ask again when one of them is done.`;
    throw unavailableProblem(detail, EXPORTS_RETRY_SECONDS);
  }
  counts.set(deps, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    counts.set(deps, (counts.get(deps) ?? 1) - 1);
  };
}

async function* slices<T>(list: Exported<T>, first: Page<T>): AsyncGenerator<readonly T[]> {
  let slice = first;
  for (;;) {
    yield slice.items;
    if (slice.next === null) return;
    slice = await list.page({ limit: EXPORT_SLICE_ITEMS, next: slice.next });
  }
}

async function* csvParts<T>(list: Exported<T>, first: Page<T>): AsyncGenerator<string> {
  yield csvLine(list.columns.map(({ name }) => name));
  for await (const items of slices(list, first)) {
    yield items.map((item) => csvLine(list.columns.map((column) => column.of(item)))).join("");
  }
}

/** The whole list as one document, in the form of a page. */
async function* jsonParts<T>(list: Exported<T>, first: Page<T>): AsyncGenerator<string> {
  yield '{"items":[';
  let before = "";
  for await (const items of slices(list, first)) {
    if (items.length === 0) continue;
    yield `${before}${items.map((item) => JSON.stringify(item)).join(",")}`;
    before = ",";
  }
  yield '],"next":null}';
}

/** A whole list as CSV, for calls whose JSON is no list of pages. */
export async function csvOf<T>(
  { context, deps }: { readonly context: Context<Env>; readonly deps: Deps },
  list: Exported<T>,
): Promise<Response> {
  const answer = await pageOrExport({ call: { context, query: { export: "csv" } }, deps }, list);
  invariant(answer instanceof Response, "CSV was asked for");
  return answer;
}

/** An answer with a whole list, or that list alone as CSV. */
export async function wholeOrCsv<T, A extends { readonly items: T[] }>(
  { context, query, deps }: ListCall & { readonly deps: Deps },
  list: Pick<Exported<T>, "name" | "columns">,
  answer: A,
): Promise<A | Response> {
  if (!isCsvAsked(context, query.export)) return answer;
  return csvOf({ context, deps }, { ...list, page: async () => ({ items: answer.items, next: null }) });
}

const TYPES = { csv: "text/csv; charset=utf-8; header=present", json: "application/json" } as const;

function fileAnswer(
  context: Context<Env>,
  body: ReadableStream<Uint8Array> | null,
  { name, format }: { readonly name: string; readonly format: Format },
): Response {
  addHeader(context, "Content-Type", TYPES[format]);
  addHeader(context, "Vary", "Accept, Accept-Encoding");
  addHeader(context, "Content-Disposition", `attachment; filename="${name}.${format}"`);
  const isSmaller = isAccepted(context.req.header("Accept-Encoding"), "gzip");
  if (isSmaller) addHeader(context, "Content-Encoding", "gzip");
  context.set("hasAnswerHeaders", true);
  const sent = isSmaller && body !== null ? body.pipeThrough<Uint8Array>(gzipStream()) : body;
  return new Response(sent, { headers: context.get("answerHeaders") });
}

/** The platform declares a wider type than the bytes given here. */
const gzipStream = (): ReadableWritablePair<Uint8Array, Uint8Array> =>
  new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
