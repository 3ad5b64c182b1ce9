import type { z } from "zod";
import type { endpoints } from "#domain/features/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { formatMinor, type Minor, minor, parseMinor } from "#domain/kernel/money.ts";

/** The source of chance: a number from 0 up to, but not including, 1. */
export type Chance = () => number;

/** Reads from the API as one demo player. */
export type Ask = <E extends Endpoint>(
  endpoint: E,
  query?: Readonly<Record<string, string>>,
) => Promise<z.output<E["answers"][200]>>;

/** A command to the API, or to the platform's sandbox. */
export interface Act {
  readonly path: string;
  readonly body: object;
  /** Whether it is sent to the platform, as a trade is. */
  readonly isAtPlatform?: boolean;
}

/** A demo player's own account, as the API shows it. */
type Me = z.output<(typeof endpoints.currentUser.answers)[200]>;

/** The player and the time. */
export interface Moment {
  readonly me: Me;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly chance: Chance;
}

/** One kind of play: what a demo player reads, and the command that follows. */
interface Declared<Seen> {
  readonly name: string;
  /** Its weight among the habits; 0 for never. */
  readonly weight: number;
  /** Whether every player does it once right after signing in. */
  readonly onArrival?: boolean;
  readonly look: (ask: Ask) => Promise<Seen>;
  /** Pure. @returns null when there is nothing to do */
  readonly choose: (seen: Seen, moment: Moment) => Act | null;
}

export interface Habit {
  readonly name: string;
  readonly weight: number;
  readonly onArrival: boolean;
  readonly next: (ask: Ask, moment: Moment) => Promise<Act | null>;
}

/** Declares a habit. A feature has at most one; its `feature.ts` names it. */
export const habit = <Seen>({ name, weight, onArrival = false, look, choose }: Declared<Seen>): Habit => ({
  name,
  weight,
  onArrival,
  next: async (ask, moment) => choose(await look(ask), moment),
});

type Command = Endpoint & { readonly method: "POST" };
type BodyOf<E extends Command> = E extends { readonly body: infer B extends z.ZodType } ? z.input<B> : never;
type ParamsOf<E extends Command> = E extends { readonly params: z.ZodObject }
  ? [params: Readonly<Record<string, string>>]
  : [params?: undefined];

/**
 * A command of the contract, ready to be sent.
 * @example act(endpoints.flip, { betAmount: 5, betSide: "rbx" })
 */
export function act<E extends Command>(endpoint: E, body: BodyOf<E>, ...[params]: ParamsOf<E>): Act {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  return { path, body: body as object };
}

/** A random element; undefined for an empty list. */
export const pick = <T>(list: readonly T[], chance: Chance): T | undefined =>
  list[Math.floor(chance() * list.length)];

/** Below this balance a demo player does not stake a currency. */
const RESERVE = minor("25.00");
const STAKES = ["1.00", "2.00", "5.00", "10.00", "20.00", "50.00"].map(minor);

/**
 * A round stake that a balance can bear, in the API's form. It shrinks with the balance, so that a demo lasts for weeks
 * on its starting balances.
 * @param parts the largest stake is the balance divided by this
 * @returns null when the balance is too small to stake
 */
export function stakeOf(balance: string, parts: bigint, chance: Chance): number | null {
  const held = amountOf(balance);
  if (held < RESERVE) return null;
  const [least = 0n] = STAKES;
  const stake = pick(
    STAKES.filter((one) => one === least || one * parts <= held),
    chance,
  );
  return stake === undefined ? null : Number(formatMinor(stake));
}

/** An amount of an answer in minor units; 0 if it is negative. */
export const amountOf = (text: string): Minor => parseMinor(text) ?? 0n;
