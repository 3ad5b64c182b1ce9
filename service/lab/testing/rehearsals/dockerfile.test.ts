import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandOf, copyOf, environmentOf, stagesOf } from "./dockerfile.ts";

describe("a Dockerfile", () => {
  it("is parsed stage by stage, without comments, with continued lines joined", () => {
    const text =
      "# first\nFROM node:20 AS build\nRUN npm ci \\\n  --omit=dev\n\nFROM node:20\ncopy --from=build /a b\n";
    expect(stagesOf(text)).toEqual([
      { name: "build", instructions: [{ name: "RUN", rest: "npm ci    --omit=dev" }] },
      { name: "1", instructions: [{ name: "COPY", rest: "--from=build /a b" }] },
    ]);
  });

  it("copies from the context or from a stage", () => {
    expect(copyOf("a b ./")).toEqual({ from: null, sources: ["a", "b"], target: "./" });
    expect(copyOf("--from=build --chown=node:node /app/dist dist")).toEqual({
      from: "build",
      sources: ["/app/dist"],
      target: "dist",
    });
  });

  it("sets an environment and a command", () => {
    expect(environmentOf("A=1 B=x=y")).toEqual({ A: "1", B: "x=y" });
    expect(commandOf('--interval=10s CMD ["node", "-e", "1"]')).toEqual(["node", "-e", "1"]);
    expect(() => commandOf("node -v")).toThrow();
  });

  it("of this project ends as an ordinary user who starts the built service", () => {
    const last = stagesOf(readFileSync("Dockerfile", "utf8")).at(-1)?.instructions ?? [];
    expect(last).toContainEqual({ name: "USER", rest: "node" });
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
    const command = commandOf(last.find(({ name }) => name === "CMD")?.rest ?? "");
    expect(command.at(-1)).toBe("dist/service/start.js");
    expect(scripts.start.endsWith(`exec ${command.join(" ")}`)).toBe(true);
    expect(last.some(({ name }) => name === "HEALTHCHECK")).toBe(true);
  });
});
