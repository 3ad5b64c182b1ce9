import { minor } from "../../kernel/money.ts";

/** What a player holds after the first sign-in. */
export const STARTING_BALANCES = { RBX: minor("1000.00"), TIX: minor("500.00") } as const;
