import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** `.ts` in the sources, `.js` in a build: either way programs lie beside this one. */
const EXTENSION = extname(import.meta.url);

/** The path of a benchmark program. @param name without its extension */
export const programOf = (name: string): string =>
  fileURLToPath(new URL(`./${name}${EXTENSION}`, import.meta.url));

/** Requests to a child, and its answers. */
interface Question {
  readonly number: number;
  readonly name: string;
  readonly argument: unknown;
}

type Answer =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly error: string };

/** The calls to a child: each takes one argument and returns a serialisable value. */
export type Handlers = { readonly [name: string]: (argument: never) => Promise<unknown> };

/** Runs in a child: answers its parent until that disconnects. */
export function answerParent(handlers: Handlers): void {
  process.on("message", async ({ number, name, argument }: Question) => {
    const send = (answer: Answer): void => void process.send?.(answer);
    try {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`There is no ${name} to ask`);
      send({ number, answer: await handler(argument as never) });
    } catch (error) {
      send({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.once("disconnect", () => process.exit(0));
}

/** A child process that serves calls. */
export class Child<H extends Handlers> {
  readonly #process: ChildProcess;
  readonly #open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #asked = 0;

  /** @param name of the program */
  constructor(
    name: "engine-worker" | "http-load" | "live-listeners" | "payment-provider" | "subject-worker",
  ) {
    this.#process = fork(programOf(name), [], {
      execArgv: EXTENSION === ".ts" ? ["--import", "tsx", ...process.execArgv] : process.execArgv,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process.on("message", (answer: Answer) => {
      const open = this.#open.get(answer.number);
      this.#open.delete(answer.number);
      if ("error" in answer) open?.reject(new Error(answer.error));
      else open?.resolve(answer.answer);
    });
    this.#process.once("exit", (code) => {
      for (const { reject } of this.#open.values()) reject(new Error(`A child ended with ${code}`));
      this.#open.clear();
    });
  }

  /** Calls the child. @throws the child's error, or an error if it has ended */
  ask<N extends keyof H & string>(
    name: N,
    argument: Parameters<H[N]>[0],
  ): Promise<Awaited<ReturnType<H[N]>>> {
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve, reject) => {
      this.#open.set(number, { resolve: resolve as (value: unknown) => void, reject });
      const question: Question = { number, name, argument };
      this.#process.send(question, (error) => {
        if (error !== null && this.#open.delete(number)) reject(error);
      });
    });
  }

  /** Ends it, in good order if it can. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.disconnect();
    await ended;
  }
}
