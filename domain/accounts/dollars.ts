import { formatMinor, type Minor } from "../kernel/money.ts";

/** An amount of dollars in a sentence, from cents. @example dollars("1999") // "$19.99" */
export const dollars = (cents: Minor | string): string => `$${formatMinor(BigInt(cents))}`;
