import { basename } from "node:path";
import { expect, it } from "vitest";
import { demoConfig } from "./settings.ts";

it("a demo on PostgreSQL leaves the signed heads of the demo in the data folder alone", () => {
  const headsOf = (env: Parameters<typeof demoConfig>[0]) =>
    basename(demoConfig(env, "http://localhost:3001/oauth/").headsFile);
  const postgres = { DATABASE_URL: "postgres://localhost/florin" };
  expect(headsOf({})).toBe(".data-heads.jsonl");
  expect(headsOf(postgres)).toBe(".data-postgres-heads.jsonl");
  expect(headsOf({ ...postgres, HEADS_FILE: "own.jsonl" })).toBe("own.jsonl");
});
