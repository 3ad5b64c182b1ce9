import { AuditError } from "../audit.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { Child } from "../child.ts";
import type { EmmettHandlers } from "../emmett-worker.ts";

const CALLERS = [1, 8, 32];

/**
 * Appends with so many callers, in a process of their own: the library changes how `pg` reads values for everybody in
 * its process, and whoever is measured after it would be the slower for it.
 */
async function appending(bench: Bench, callers: number): Promise<Measures> {
  return bench.onDatabase({ filled: false }, async (url) => {
    const child = new Child<EmmettHandlers>("emmett-worker");
    try {
      const { warmMs, measureMs } = bench.spans;
      const { told, kept, ...loaded } = await child.ask("append", { url, callers, warmMs, measureMs });
      if (kept !== told) throw new AuditError(`Emmett appended ${told} events and holds ${kept}`);
      return { ...loaded };
    } finally {
      await child.end();
    }
  });
}

/** A widely used event store, at its best. */
export const emmettSubjects: readonly Subject[] = [
  {
    id: "emmett-best",
    run: async (bench) => {
      const callers = await bench.best("Emmett", CALLERS, async (n) => {
        const { rate = 0 } = await appending(bench, n);
        return rate;
      });
      return appending(bench, callers);
    },
  },
];
