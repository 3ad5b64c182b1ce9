import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EventDefinition } from "../kernel/events/event-definition.ts";
import { kindOf, readEvent } from "../kernel/events/stream-kind.ts";
import type { DomainFeature } from "../kernel/feature.ts";
import { canonicalJson, type JsonObject } from "../kernel/json.ts";
import { isBalanced } from "../ledger/posting.ts";
import { plain } from "../testing/given.ts";
import { features } from "./all.ts";
import { eventTypes, streamKinds } from "./registry.ts";

const withEvents = (features as readonly DomainFeature[]).filter(({ events = [] }) => events.length > 0);

/** Events as they were once written, a line each, including older versions: `vitest -u` adds those of new versions. */
const fileOf = ({ name }: DomainFeature): string => join(import.meta.dirname, name, "events.golden.jsonl");
const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
const nameOf = (line: string): string => {
  const { type, schemaVersion } = JSON.parse(line) as EventText;
  return `${type} ${schemaVersion}`;
};

describe.each(withEvents)("the events of $name", (feature) => {
  const file = fileOf(feature);
  const examples = (feature.events ?? []).map((definition) => canonicalJson(plain(definition.example())));

  it("are written as their examples always were", async () => {
    const present = new Map(examples.map((line) => [nameOf(line), line]));
    const older = linesOf(file).filter((line) => !present.has(nameOf(line)));
    await expect([...older, ...examples, ""].join("\n")).toMatchFileSnapshot(file);
  });

  it("can be read in every version ever written", () => {
    for (const line of linesOf(file)) {
      const { type, schemaVersion, payload } = JSON.parse(line) as EventText;
      const event = readEvent({ type, schemaVersion, payload, position: 1 }, eventTypes);
      expect(event.schemaVersion).toBe(eventTypes[type]?.version);
    }
  });

  it.each((feature.events ?? []).map((definition) => [definition.type, definition] as const))(
    "are made as the definition of %s says",
    (_type, definition: EventDefinition) => {
      const event = definition.example();
      expect(definition.is(event)).toBe(true);
      expect(definition.parse(event.payload)).toEqual(event.payload);
      expect(isBalanced(event.postings)).toBe(true);
      expect(streamKinds.map(({ kind }) => kind)).toContain(kindOf(event.stream));
    },
  );
});

interface EventText {
  readonly type: string;
  readonly schemaVersion: number;
  readonly payload: JsonObject;
}
