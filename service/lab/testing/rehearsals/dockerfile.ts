import { invariant } from "#domain/kernel/invariant.ts";

/** One instruction of a Dockerfile, with its arguments. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A stage: its name for copies from it, and its instructions. */
export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile, in order. Supports continued lines and comments, but no heredocs or build arguments. */
export function stagesOf(text: string): readonly Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*$/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name.toUpperCase() === "FROM") {
      const alias = /\sAS\s+(\S+)$/i.exec(rest)?.[1];
      stages.push({ name: alias ?? String(stages.length), instructions: [] });
      continue;
    }
    invariant(stages.length > 0, "a Dockerfile begins with FROM");
    stages.at(-1)?.instructions.push({ name: name.toUpperCase(), rest });
  }
  return stages;
}

/** The sources of a COPY, their stage (null for the context), and the target. */
export interface Copy {
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Parses the arguments of COPY. @example copyOf("--from=build /app/dist dist") */
export function copyOf(rest: string): Copy {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length) ?? null;
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.pop();
  invariant(target !== undefined && paths.length > 0, "COPY has a source and a target");
  return { from, sources: paths, target };
}

/** Parses the arguments of ENV. @example environmentOf("A=1 B=2") // { A: "1", B: "2" } */
export const environmentOf = (rest: string): Record<string, string> =>
  Object.fromEntries(
    rest.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );

/** Parses a command in its exec form, after any flags. @example commandOf('CMD ["node", "-v"]') */
export function commandOf(rest: string): readonly string[] {
  const parsed: unknown = JSON.parse(rest.slice(rest.indexOf("[")));
  invariant(
    Array.isArray(parsed) && parsed.every((word) => typeof word === "string"),
    "a command is a list of words",
  );
  return parsed;
}
