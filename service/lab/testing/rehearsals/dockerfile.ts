import { invariant } from "#domain/kernel/invariant.ts";

/** One line of a Dockerfile: what to do, and with what. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A stage: the name that others copy from it by, and what it does. */
export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile, in order. Knows continued lines and comments, no heredocs and no build arguments. */
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

/** What a COPY takes, from which stage (null for the context), and where it puts it. */
export interface Copy {
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Reads what follows COPY. @example copyOf("--from=build /app/dist dist") */
export function copyOf(rest: string): Copy {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length) ?? null;
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.pop();
  invariant(target !== undefined && paths.length > 0, "COPY has a source and a target");
  return { from, sources: paths, target };
}

/** Reads what follows ENV. @example environmentOf("A=1 B=2") // { A: "1", B: "2" } */
export const environmentOf = (rest: string): Record<string, string> =>
  Object.fromEntries(
    rest.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );

/** Reads a command in its exec form, after whatever flags stand before it. @example commandOf('CMD ["node", "-v"]') */
export function commandOf(rest: string): readonly string[] {
  const parsed: unknown = JSON.parse(rest.slice(rest.indexOf("[")));
  invariant(
    Array.isArray(parsed) && parsed.every((word) => typeof word === "string"),
    "a command is a list of words",
  );
  return parsed;
}
