import { type CreateUserGameRequest, createUserGameSchema } from "#domain/features/user-games/contract.ts";
import { EDGE_MOST, MIN_ABOVE_MAX } from "#domain/features/user-games/rules.ts";
import { formatMinor, parseMinor } from "#domain/kernel/money.ts";
import { readMoney } from "#web/lib/format.ts";

/** A game as its form holds it, all of it text. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly gameType: CreateUserGameRequest["gameType"];
  readonly minBet: string;
  readonly maxBet: string;
  readonly houseEdge: string;
}

export const NEW_DRAFT: Draft = {
  title: "",
  description: "",
  gameType: "coinflip",
  minBet: "1",
  maxBet: "1000",
  houseEdge: "5",
};

/** What is wrong with a draft, by field. */
export type Faults = { readonly [F in keyof Draft]?: string };

/** All of an edge, in hundredths of a percent; as much as 100.00 is in minor units. */
const WHOLE = 10_000n;
const NOT_A_NUMBER = "Enter a number with at most two decimals";

/** The number that a text stands for: NaN where it is none, or has more than two decimals. */
const numberOf = (text: string): number => {
  const trimmed = text.trim();
  return parseMinor(trimmed.replace(/^-/, "")) === null ? Number.NaN : Number(trimmed);
};

/** Reads a draft by the API's own schema: the request that it is, or what is wrong with it. */
export function readDraft(
  draft: Draft,
): { readonly body: CreateUserGameRequest } | { readonly faults: Faults } {
  const numbers = {
    minBet: numberOf(draft.minBet),
    maxBet: numberOf(draft.maxBet),
    houseEdge: numberOf(draft.houseEdge),
  };
  const { title, description, gameType } = draft;
  const read = createUserGameSchema.safeParse({ title, description, gameType, ...numbers });
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) faults[String(path[0])] ??= message;
  for (const [field, number] of Object.entries(numbers))
    if (Number.isNaN(number)) faults[field] = NOT_A_NUMBER;
  if (Object.keys(faults).length > 0 || !read.success) return { faults };
  if (numbers.minBet > numbers.maxBet) return { faults: { minBet: MIN_ABOVE_MAX } };
  return { body: read.data };
}

/** What a creator earns of a stake of 100.00, in minor units. */
interface Preview {
  /** In hundredths of a percent. */
  readonly edge: bigint;
  readonly earns: bigint;
}

/** Null while the edge is no edge. @param housePart what the house keeps of the edge, in hundredths of a percent */
export function previewOf(houseEdge: string, housePart: bigint): Preview | null {
  const edge = parseMinor(houseEdge.trim());
  if (edge === null || edge > BigInt(EDGE_MOST)) return null;
  return { edge, earns: (edge * (WHOLE - housePart)) / WHOLE };
}

/** Money without decimals that say nothing, as the form begins with it. */
export const entered = (amount: string): string => formatMinor(readMoney(amount)).replace(/\.00$/, "");
