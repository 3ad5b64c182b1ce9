import { parseSync } from "vite";
import type { SourceFile } from "./repository.ts";

/** A function with a body: its place and its number of lines, including the parameters. */
export interface FunctionLength {
  /** @example "domain/kernel/money.ts:12" */
  readonly place: string;
  readonly lines: number;
}

const FUNCTIONS: ReadonlySet<unknown> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** Every function of a file, including nested ones and methods. */
export function functionLengths({ path, text }: SourceFile): readonly FunctionLength[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineOf = (offset: number): number => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  return functionsIn(program).map(({ start, end }) => ({
    place: `${path}:${lineOf(start)}`,
    lines: lineOf(end) - lineOf(start) + 1,
  }));
}

interface Node {
  readonly type: unknown;
  readonly start: number;
  readonly end: number;
}

const isFunction = (value: object): value is Node =>
  "type" in value && FUNCTIONS.has(value.type) && "body" in value && value.body !== null;

/** A tree has a hundred nodes per function: the walk allocates nothing for each. */
function functionsIn(program: object): readonly Node[] {
  const found: Node[] = [];
  const open: object[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isFunction(node)) found.push(node);
    for (const value of Object.values(node))
      if (typeof value === "object" && value !== null) open.push(value);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** The smallest length that a share of all functions does not exceed. */
export function percentile(all: readonly FunctionLength[], share: number): number {
  const lengths = all.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return lengths[Math.ceil(lengths.length * share) - 1] ?? 0;
}
