import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type JsonObject } from "../kernel/json.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { type LeafColumns, leafText } from "./leaf.ts";
import type { Posting } from "./posting.ts";

interface StoredPosting {
  readonly account: string;
  readonly asset: string;
  readonly delta: string;
}
type Stored = Omit<LeafColumns, "postings"> & { readonly postings: readonly StoredPosting[] };
interface Vector {
  readonly name?: string;
  readonly columns: Stored;
  readonly text: string;
  readonly leaf: string;
}

interface PublishedLog {
  readonly log: number;
  readonly events: readonly (Omit<Stored, "log"> & { readonly text: string; readonly leaf: string })[];
  readonly otherLeaves?: readonly Vector[];
}
/** Vectors of format 1, and of a log that continues in format 2. */
const vectors = ["log.json", "log-2.json"].flatMap((name): readonly Vector[] => {
  const text = readFileSync(new URL(`../../docs/vectors/${name}`, import.meta.url), "utf8");
  const { log, events, otherLeaves = [] } = JSON.parse(text) as PublishedLog;
  const leaves = events.map(({ text: of, leaf, ...columns }) => ({
    name: `${columns.type} in ${name}`,
    columns: { ...columns, log },
    text: of,
    leaf,
  }));
  return [...leaves, ...otherLeaves];
});

const columnsOf = (stored: Stored): LeafColumns => ({
  ...stored,
  postings: stored.postings.map((leg) => ({ ...leg, delta: BigInt(leg.delta) }) as Posting),
});
const hashOf = (text: string): string => createHash("sha256").update(`\0${text}`).digest("hex");

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const whole = fc.maxSafeNat();
const columns: fc.Arbitrary<LeafColumns> = fc.record({
  log: whole,
  stream: text,
  alsoIn: fc.option(fc.array(text, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  version: whole,
  type: text,
  schemaVersion: whole,
  eventId: text,
  commandId: text,
  actor: text,
  recordedAt: whole,
  payload: fc.dictionary(text, fc.oneof(text, whole)).map((value) => canonicalJson(value as JsonObject)),
  postings: fc.array(
    fc.record({ account: text, asset: text, delta: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }),
    { maxLength: 4 },
  ) as fc.Arbitrary<Posting[]>,
});

/** The same columns as one JSON value, to be written by the general rule. */
const asJson = ({ alsoIn, ...c }: LeafColumns): JsonObject => ({
  ...c,
  ...(alsoIn === undefined ? {} : { alsoIn }),
  payload: JSON.parse(c.payload) as JsonObject,
  postings: c.postings.map((leg) => ({ ...leg, delta: String(leg.delta) })),
});

describe("the text of a leaf", () => {
  it.each(vectors)("equals that of the published vectors: $name", (vector) => {
    expect(leafText(columnsOf(vector.columns))).toBe(vector.text);
    expect(hashOf(vector.text)).toBe(vector.leaf);
  });

  it("is the canonical JSON of all columns, with any contents", () => {
    forAll(columns, (c) => {
      expect(leafText(c)).toBe(canonicalJson(asJson(c)));
    });
  });

  it.each(["stream", "type", "eventId", "commandId", "actor", "alsoIn", "account", "asset"])(
    "escapes what JSON does in its %s alone",
    (name) => {
      const odd = 'a"\\b\n';
      const move: readonly Posting[] = [{ account: "house", asset: "RBX", delta: 5n }];
      const names = { stream: "log:a", type: "Told", eventId: "c.0", commandId: "c", actor: "system" };
      const original: LeafColumns = {
        ...{ log: 1, version: 1, schemaVersion: 1, recordedAt: 0, payload: "{}" },
        ...names,
        postings: move,
      };
      const legs = original.postings.map((leg) => ({ ...leg, [name]: odd }) as Posting);
      const changed: LeafColumns =
        name === "account" || name === "asset"
          ? { ...original, postings: legs }
          : { ...original, [name]: name === "alsoIn" ? [odd] : odd };
      expect(leafText(changed)).toBe(canonicalJson(asJson(changed)));
    },
  );

  it("differs as soon as one column does", () => {
    forAll(columns, columns, (one, other) => {
      for (const name of Object.keys(one) as (keyof LeafColumns)[]) {
        const changed = { ...one, [name]: other[name] };
        const same = canonicalJson(asJson(changed)) === canonicalJson(asJson(one));
        expect(leafText(changed) === leafText(one)).toBe(same);
      }
    });
  });

  it("keeps the order of the legs", () => {
    const [first] = vectors;
    const original = columnsOf((first as Vector).columns);
    expect(leafText({ ...original, postings: original.postings.toReversed() })).not.toBe(leafText(original));
  });
});
