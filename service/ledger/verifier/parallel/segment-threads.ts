import { pathToFileURL } from "node:url";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import type { ChainPlace } from "../chain-check.ts";
import type { SegmentWorker } from "./follow-chain.ts";
import { followSegment, type Segment } from "./segment.ts";

/** The data of a new thread. */
interface ThreadData {
  readonly kind: typeof KIND;
  readonly url: string;
  /** The moment of the log that all threads read. */
  readonly snapshot: string;
}
const KIND = "florin-chain-segments";

type Reply = { readonly end: ChainPlace } | { readonly problem: string };

/** Starts a thread with a script; for TypeScript sources, with the loader that threads do not inherit. */
function begun(program: string, workerData: ThreadData): Worker {
  if (!program.endsWith(".ts")) return new Worker(program, { workerData });
  const script = JSON.stringify(pathToFileURL(program).href);
  const read = `import("tsx/esm/api").then(({ register }) => (register(), import(${script})))`;
  return new Worker(read, { workerData, eval: true });
}

/** A thread that follows one segment at a time. Once it has ended, every request fails. */
class SegmentThread implements SegmentWorker {
  readonly #worker: Worker;
  /** Why it can follow no more segments; null while it can. */
  #ended: Error | null = null;
  #asked: { readonly resolve: (end: ChainPlace) => void; readonly reject: (error: Error) => void } | null =
    null;

  constructor(program: string, data: ThreadData) {
    this.#worker = begun(program, data);
    this.#worker.on("message", (reply: Reply) => {
      const asked = this.#asked;
      this.#asked = null;
      if ("end" in reply) asked?.resolve(reply.end);
      else asked?.reject(new Error(reply.problem));
    });
    this.#worker.on("error", (error: Error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("A thread of the verification has ended.")));
  }

  follow(segment: Segment): Promise<ChainPlace> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#worker.postMessage(segment);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    this.#asked?.reject(this.#ended);
    this.#asked = null;
  }
}

/** Threads of this process that follow segments, each on a connection of its own to one server. */
export class SegmentThreads {
  readonly workers: readonly SegmentThread[];

  /** @param program the script that calls `serveSegments` outside the main thread */
  constructor(program: string, count: number, data: Omit<ThreadData, "kind">) {
    const begin = () => new SegmentThread(program, { kind: KIND, ...data });
    this.workers = Array.from({ length: count }, begin);
  }

  /** Ends all threads at once, even busy ones. */
  readonly end = async (): Promise<void> => {
    await Promise.all(this.workers.map((worker) => worker.end()));
  };
}

/** Whether this is a thread started to follow segments. */
export const isSegmentThread = (): boolean => (workerData as Partial<ThreadData> | null)?.kind === KIND;

/** Follows the segments that the main thread sends, until it is ended. */
export async function serveSegments(): Promise<void> {
  const { url, snapshot } = workerData as ThreadData;
  const db = await openPostgres(url, {
    poolSize: 1,
    statementTimeoutMs: 0,
    applicationName: "florin verify",
  });
  await db.transaction(
    async (tx) => {
      await tx.query(`set transaction snapshot '${snapshot}'`);
      await new Promise<never>((_, reject) => {
        parentPort?.on("message", (segment: Segment) => {
          followSegment(tx, segment).then(
            (end) => parentPort?.postMessage({ end } satisfies Reply),
            (error: Error) => parentPort?.postMessage({ problem: error.message } satisfies Reply),
          );
        });
        parentPort?.on("close", () => reject(new Error("The verification has ended.")));
      });
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
