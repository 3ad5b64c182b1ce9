import type { Context } from "hono";
import type { NamedRate } from "#domain/kernel/contract.ts";
import type { Page, PageQuery } from "#projections/kernel/log-reader.ts";
import { addHeader } from "./answer.ts";
import type { Env } from "./caller.ts";
import { type Column, csvLine } from "./csv.ts";
import type { Deps } from "./deps.ts";
import { isAccepted } from "./encodings.ts";
import { unavailableProblem } from "./problem.ts";

/** A whole list is read, and held in memory, so many items at a time. */
export const EXPORT_SLICE_ITEMS = 500;
/** So many lists are given whole at a time. */
export const EXPORTS_MAX = 4;
const EXPORTS_RETRY_SECONDS = 5;

/** A list that can be had page by page, and whole. */
export interface Exported<T, P extends Page<T> = Page<T>> {
  /** What the file is called, without its ending. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** One page; also hears of what it shows, so that looks are written down before they happen. */
  readonly page: (query: PageQuery) => Promise<P>;
}

/** What of a call decides how a list is given. */
interface ListCall {
  readonly context: Context<Env>;
  readonly query: PageQuery & { readonly export?: "1" | "csv" | undefined };
}

/** A whole list costs as much as its length. */
export const EXPORT_RATE: NamedRate = { name: "export", perSecond: 0.1, burst: 10 };

type Format = "json" | "csv";

/** How many exports are under way, for each service in this process. */
const underWay = new WeakMap<Deps, number>();

/**
 * A page of a list, or all of it as a stream where the request asks for that. The stream reads the next slice when the
 * one before it was taken, so that memory stays flat however long the list is.
 */
export async function pageOrExport<T, P extends Page<T>>(
  { call: { context, query }, deps }: { readonly call: ListCall; readonly deps: Deps },
  list: Exported<T, P>,
): Promise<P | Response> {
  const { limit, next, export: asked } = query;
  const format = formatOf(context, asked);
  if (format === null) return list.page({ limit, next });
  // The first slice comes before the answer begins, so that what is wrong with the request is told as ever.
  deps.limits.demandRate(EXPORT_RATE, context, deps);
  const done = begin(deps);
  const first = await list.page({ limit: EXPORT_SLICE_ITEMS, next }).catch((error: unknown) => {
    done();
    throw error;
  });
  const encoder = new TextEncoder();
  const parts = format === "csv" ? csvParts(list, first) : jsonParts(list, first);
  const end = async (): Promise<void> => {
    done();
    await parts.return(undefined);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await parts.next();
          if (part.done !== true) return controller.enqueue(encoder.encode(part.value));
          done();
          controller.close();
        } catch (error) {
          // Cut off: whoever reads it sees that it is not whole.
          done();
          deps.log.warn(
            { requestId: context.get("requestId"), error: String(error) },
            "an export was cut off",
          );
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return fileAnswer(context, body, { name: list.name, format });
}

/** Whether a request asks for CSV. */
export const isCsvAsked = (context: Context<Env>, asked: "1" | "csv" | undefined): boolean =>
  formatOf(context, asked) === "csv";

function formatOf(context: Context<Env>, asked: "1" | "csv" | undefined): Format | null {
  const accepts = (context.req.header("Accept") ?? "").toLowerCase();
  if (asked === "csv" || /(?:^|,)\s*text\/csv\s*(?:;|,|$)/.test(accepts)) return "csv";
  return asked === "1" ? "json" : null;
}

/** Counts an export in. @returns how to count it out, once @throws HttpProblem 503 when it is one too many */
function begin(deps: Deps): () => void {
  const count = underWay.get(deps) ?? 0;
  if (count >= EXPORTS_MAX) {
    const detail = `${EXPORTS_MAX} exports are under way already. Ask again when one of them is done.`;
    throw unavailableProblem(detail, EXPORTS_RETRY_SECONDS);
  }
  underWay.set(deps, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    underWay.set(deps, (underWay.get(deps) ?? 1) - 1);
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

/** The same document as one page that holds everything. */
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

const TYPES = { csv: "text/csv; charset=utf-8; header=present", json: "application/json" } as const;

function fileAnswer(
  context: Context<Env>,
  body: ReadableStream<Uint8Array>,
  { name, format }: { readonly name: string; readonly format: Format },
): Response {
  addHeader(context, "Content-Type", TYPES[format]);
  addHeader(context, "Vary", "Accept, Accept-Encoding");
  addHeader(context, "Content-Disposition", `attachment; filename="${name}.${format}"`);
  const isSmaller = isAccepted(context.req.header("Accept-Encoding"), "gzip");
  if (isSmaller) addHeader(context, "Content-Encoding", "gzip");
  context.set("hasAnswerHeaders", true);
  const sent = isSmaller ? body.pipeThrough<Uint8Array>(gzipStream()) : body;
  return new Response(sent, { headers: context.get("answerHeaders") });
}

/** As the platform declares it, it takes more than the bytes that it is given here. */
const gzipStream = (): ReadableWritablePair<Uint8Array, Uint8Array> =>
  new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
