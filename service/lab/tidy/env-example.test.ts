import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { environmentSchema, readConfig } from "#service/config.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";

const text = readFileSync(".env.example", "utf8");
const { shape } = environmentSchema;
type Key = keyof typeof shape;
const keys = Object.keys(shape) as readonly Key[];

/** Each setting with the comment right above it; a commented-out setting has no default. */
const settings = [...text.matchAll(/^# (REQUIRED|OPTIONAL): (.+)\n(# )?([A-Z_]+)=(.*)$/gm)].map((match) => ({
  need: match[1],
  says: match[2] ?? "",
  isExample: match[3] !== undefined,
  key: match[4] as Key,
  value: match[5] ?? "",
}));

describe(".env.example", () => {
  it("explains every setting of the service once, and no other", () => {
    expect(settings.map(({ key }) => key).toSorted()).toEqual([...keys].sort());
    expect(text.match(/^(?:# )?[A-Z_]{3,}=/gm)).toHaveLength(keys.length);
  });

  it("says of each whether it is required, and shows no value for those that everyone has to choose", () => {
    for (const { key, need, value } of settings) {
      const isRequired = !shape[key].safeParse(undefined).success;
      expect({ key, need, isEmpty: value === "" }).toEqual({
        key,
        need: isRequired ? "REQUIRED" : "OPTIONAL",
        isEmpty: isRequired,
      });
    }
  });

  it("shows and names the default where there is one", () => {
    const optional = settings.filter(({ need }) => need === "OPTIONAL");
    for (const { key, says } of optional) expect(`${key}: ${says}`).toMatch(/Default|Without it/);
    for (const { key, value } of optional.filter(({ isExample }) => !isExample))
      expect({ [key]: shape[key].parse(value) }).toEqual({ [key]: shape[key].parse(undefined) });
  });

  it("shows examples that the service accepts", () => {
    for (const { key, value } of settings.filter(({ isExample }) => isExample))
      expect({ key, ok: shape[key].safeParse(value).success }).toEqual({ key, ok: true });
  });

  it("makes valid settings once the keys are filled in, and not before", () => {
    const shown = parseEnv(text);
    expect(() => readConfig(shown, "demo")).toThrow("MASTER_KEYS");
    expect(readConfig({ ...shown, ...DEMO_KEYS }, "demo")).toMatchObject({ port: 3000, databaseUrl: null });
  });
});
