import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../kernel/json.ts";
import { eventTypes } from "./registry.ts";

/** Text that a player could write about a person. */
const OF_A_PERSON = "Jane Doe, 1 Elm Street, jane@example.com";

/** Fields that take any text, by their contents: none of it identifies a person. */
const KNOWN: readonly (readonly [what: string, fields: readonly string[]])[] = [
  ["ids that the service made", ["by", "firstBy", "confirmedBy", "askedBy", "carried", "moved.from"]],
  [
    "ids of items, providers and chains",
    ["sync", "provider", "reference", "PaymentsDiffered.night", "WithdrawalSeenElsewhere.at"],
  ],
  [
    "kinds of acts, roles and settings",
    ["kind", "act.kind", "act.role", "values.stakeMax", "values.bankFloor", "RebuildAsked.name"],
  ],
  [
    "seeds, signatures and hashes, of which players choose one seed for everybody to see",
    [
      ...["serverSeed", "serverSeedHash", "nextServerSeedHash", "clientSeed"],
      ...["commitment", "digest", "signature", "textHash", "chainHash", "publicKey"],
    ],
  ],
  // By ADR 0093: published, so that it is evidence of the offer.
  ["what players publish", ["title", "description", "comment"]],
  [
    "what admins write of the catalogue",
    ["items.name", "items.description", "CategorySaved.name", "CategorySaved.icon"],
  ],
  ["why admins did something", ["reason", "note"]],
];
const ID = /(?:^|\.)(?:\w+I|i)ds?$/;
const KNOWN_FIELDS = new Set(KNOWN.flatMap(([, fields]) => fields));

/** The paths of all texts in a payload; the entries of a list count as one. */
function textsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === "string" || value === null) return [path];
  if (typeof value !== "object") return [];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return entries.flatMap(([key, one]) => textsIn(one as Json, [...path, key]));
}

function replaced(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return OF_A_PERSON;
  if (Array.isArray(value))
    return value.map((one: Json, n) => (String(n) === key ? replaced(one, rest) : one));
  const held = value as JsonObject;
  return { ...held, [key]: replaced(held[key] ?? null, rest) };
}

interface Definition {
  readonly type: string;
  parse(payload: JsonObject): JsonObject;
  example(): { readonly payload: JsonObject };
}

/** The fields of an event type that take any text, such as `reason` or `creator.playerId`. */
function freeFields(definition: Definition): readonly string[] {
  const { payload } = definition.example();
  const takes = (path: readonly string[]): boolean => {
    try {
      definition.parse(replaced(payload, path) as JsonObject);
      return true;
    } catch {
      return false;
    }
  };
  const free = textsIn(payload).filter(takes);
  return free.map((path) => path.filter((key) => !/^\d+$/.test(key)).join("."));
}

const isKnown = (type: string, field: string): boolean =>
  ID.test(field) ||
  [field, `${type}.${field}`, field.split(".").at(-1) ?? ""].some((name) => KNOWN_FIELDS.has(name));

describe("events", () => {
  it.each(Object.entries(eventTypes))("contain no text about a person: %s", (_, definition) => {
    const unknown = freeFields(definition).filter((field) => !isKnown(definition.type, field));
    expect(unknown, "say above what stands in it, or keep it beside the log (ADR 0093)").toEqual([]);
  });

  it("are checked wherever they take a text", () => {
    const holding = (payload: JsonObject): Definition => ({
      type: "Held",
      parse: (given) => {
        if (given.amount !== payload.amount) throw new Error("no amount");
        return given;
      },
      example: () => ({ payload }),
    });
    const payload = {
      amount: "100",
      people: [{ email: "a@b.example" }, { email: "c@d.example" }],
      name: "Jane",
    };
    expect(freeFields(holding(payload))).toEqual(["people.email", "name"]);
    expect(["people.email", "name"].filter((field) => isKnown("Held", field))).toEqual([]);
  });

  it("have every field of the table above", () => {
    const present = Object.values(eventTypes).flatMap((definition) =>
      freeFields(definition).flatMap((field) => [
        field,
        field.split(".").at(-1) ?? "",
        `${definition.type}.${field}`,
      ]),
    );
    expect([...KNOWN_FIELDS].filter((field) => !present.includes(field))).toEqual([]);
  });
});
