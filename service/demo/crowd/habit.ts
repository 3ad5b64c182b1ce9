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

/** A command to the API, or to the sandbox that stands in for the platform. */
export interface Act {
  readonly path: string;
  readonly body: object;
  /** Whether it is done at the platform, as a trade is. */
  readonly isAtPlatform?: boolean;
}

/** A demo player as the API shows them to themselves. */
type Me = z.output<(typeof endpoints.currentUser.answers)[200]>;

/** The actor and the time. */
export interface Moment {
  readonly me: Me;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly chance: Chance;
}

/** One kind of play: what a demo player looks at, and what it then does. */
interface Declared<Seen> {
  readonly name: string;
  /** How often it is chosen, relative to the other habits; 0 for never. */
  readonly weight: number;
  /** Whether a player does it once right after signing in. */
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

/** One of a list by chance; undefined when it is empty. */
export const pick = <T>(list: readonly T[], chance: Chance): T | undefined =>
  list[Math.floor(chance() * list.length)];

/** A demo player with less than this of a currency leaves it alone. */
const RESERVE = minor("25.00");
const STAKES = ["1.00", "2.00", "5.00", "10.00", "20.00", "50.00"].map(minor);

/**
 * A round stake that a balance can bear, as the API takes it: less the less there is, so that a demo lasts for weeks
 * on its starting balances.
 * @param parts the most to stake is the balance divided by this
 * @returns null when there is too little to stake anything
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

/** An amount of an answer in minor units; 0 when it is negative. */
export const amountOf = (text: string): Minor => parseMinor(text) ?? 0n;
