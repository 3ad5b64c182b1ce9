/** How a bigint stands in a snapshot; no state has a key of this name. */
const BIGINT = "$bigint";

/** A state as the text of its snapshot: JSON, in which a bigint is `{"$bigint":"123"}`. */
export const snapshotOf = (state: unknown): string =>
  JSON.stringify(state, (_key, value: unknown) =>
    typeof value === "bigint" ? { [BIGINT]: String(value) } : value,
  );

/** The state that a snapshot was made of. @throws SyntaxError for a text that is no snapshot */
export function stateOf(snapshot: string): unknown {
  // A reviver is called for every value, which most states can do without.
  if (!snapshot.includes(BIGINT)) return JSON.parse(snapshot);
  return JSON.parse(snapshot, (_key, value: unknown) =>
    typeof value === "object" && value !== null && BIGINT in value ? BigInt(String(value[BIGINT])) : value,
  );
}
