import { Hono } from "hono";
import { expect, it } from "vitest";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { Limits } from "#service/http/limits/limits.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { EXPORT_SLICE_ITEMS, EXPORTS_MAX, pageOrExport } from "./export.ts";

/** A list of numbers that counts its pages, on an app of its own. */
function listing({ size, failsAt = Number.POSITIVE_INFINITY }: { size: number; failsAt?: number }) {
  const due: (() => void)[] = [];
  const deps = {
    log: { warn: () => {} },
    scheduler: {
      after: (_ms: number, work: () => void) => {
        due.push(work);
        return () => void due.splice(due.indexOf(work), 1);
      },
    },
    limits: new Limits(),
    config: { mode: "test", trustedProxies: new Set() },
  } as unknown as Deps;
  let pages = 0;
  let mostAtOnce = 0;
  const page = async ({ limit = 0, next }: PageQuery) => {
    pages += 1;
    if (pages === failsAt) throw new Error("The database went away");
    const from = Number(next ?? 0);
    const until = Math.min(from + limit, size);
    mostAtOnce = Math.max(mostAtOnce, until - from);
    const items = Array.from({ length: until - from }, (_, n) => ({ n: from + n }));
    return { items, next: until < size ? String(until) : null };
  };
  const columns = [{ name: "n", of: ({ n }: { readonly n: number }) => String(n) }];
  const app = new Hono<Env>();
  app.onError((error) => new Response(null, { status: error instanceof HttpProblem ? error.status : 500 }));
  app.get("*", async (context) => {
    context.set("answerHeaders", {});
    const call = { context, query: { limit: 50, next: undefined, export: "csv" as const } };
    const answer = await pageOrExport({ call, deps }, { name: "numbers", columns, page });
    return answer as Response;
  });
  return {
    ask: (path = "/", method = "GET") => app.request(path, { method }),
    /** Runs everything that waits for a timer. */
    wait: () => {
      for (const work of due.splice(0)) work();
    },
    pages: () => pages,
    mostAtOnce: () => mostAtOnce,
  };
}

const readerOf = (answer: Response) => (answer.body as ReadableStream<Uint8Array>).getReader();

it("reads a slice when the previous one was taken, and never more", async () => {
  const slices = 200;
  const list = listing({ size: slices * EXPORT_SLICE_ITEMS });
  const reader = readerOf(await list.ask());
  let lines = 0;
  for (let taken = 0; ; taken += 1) {
    expect(list.pages()).toBeLessThanOrEqual(taken + 1);
    const { value, done } = await reader.read();
    if (done) break;
    lines += new TextDecoder().decode(value).split("\r\n").length - 1;
  }
  expect(lines).toBe(1 + slices * EXPORT_SLICE_ITEMS);
  expect(list.pages()).toBe(slices);
  expect(list.mostAtOnce()).toBe(EXPORT_SLICE_ITEMS);
});

it(`streams ${EXPORTS_MAX} lists at a time, and frees a place when one ends or is abandoned`, async () => {
  const list = listing({ size: 3 * EXPORT_SLICE_ITEMS });
  const answers = await Promise.all(Array.from({ length: EXPORTS_MAX }, () => list.ask()));
  expect(answers.map(({ status }) => status)).toEqual(Array(EXPORTS_MAX).fill(200));
  expect((await list.ask()).status).toBe(503);
  await answers[0]?.body?.cancel();
  const next = await list.ask();
  expect(next.status).toBe(200);
  expect((await list.ask()).status).toBe(503);
  await next.text();
  expect((await list.ask()).status).toBe(200);
});

it("takes no place for a HEAD request", async () => {
  const list = listing({ size: EXPORT_SLICE_ITEMS });
  for (let times = 0; times <= EXPORTS_MAX; times += 1) {
    const answer = await list.ask("/", "HEAD");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      200,
      "text/csv; charset=utf-8; header=present",
    ]);
  }
  expect((await list.ask()).status).toBe(200);
});

it("is cut off when the client reads nothing, and never waits behind those of players in the console", async () => {
  const list = listing({ size: 3 * EXPORT_SLICE_ITEMS });
  const stalled = await Promise.all(Array.from({ length: EXPORTS_MAX }, () => list.ask()));
  expect([(await list.ask()).status, (await list.ask("/api/admin/events")).status]).toEqual([503, 200]);
  list.wait();
  await expect(stalled[0]?.text()).rejects.toThrow("nobody took it");
  expect((await (await list.ask()).text()).split("\r\n")).toHaveLength(3 * EXPORT_SLICE_ITEMS + 2);
  list.wait();
});

it("is cut off when it fails, so that nobody takes it for whole", async () => {
  const list = listing({ size: 5 * EXPORT_SLICE_ITEMS, failsAt: 3 });
  await expect((await list.ask()).text()).rejects.toThrow("The database went away");
});
