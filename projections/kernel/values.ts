import { formatMinor } from "#domain/kernel/money.ts";

/** An amount as a column gives it, written as answers carry money. */
export const moneyOf = (amount: unknown): string => formatMinor(amount as bigint);

/** An instant in milliseconds, as a column gives it, in ISO 8601. */
export const instantOf = (ms: unknown): string => new Date(Number(ms)).toISOString();
