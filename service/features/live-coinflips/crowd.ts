import { endpoints } from "#domain/features/contract.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { joinerRange } from "#domain/features/live-coinflips/items/items.ts";
import { type Minor, minor } from "#domain/kernel/money.ts";
import { type Act, act, amountOf, habit, type Moment, pick, stakeOf } from "#service/demo/crowd/habit.ts";
import { isDemoName } from "#service/integrations/platform/sandbox/personas.ts";

/** How long a person's game is left to people, in milliseconds: more than the promised 5 seconds. */
export const PERSON_WAIT_MS = 6_000;
/** How long a demo player's game stays open, in milliseconds, so that visitors can join it. */
const CROWD_WAIT_MS = 45_000;
/** Maximum open games of all demo players, and of one. */
const OPEN_WANTED = { currency: 4, items: 2 } as const;
const OPEN_OF_ONE_MAX = 2;
/** An opened game stakes at most this part of a balance. */
const OFFER_PARTS = 40n;
/** A join stakes at most this part of a balance, more against people. */
const JOIN_PARTS = { crowd: 20n, person: 2n } as const;
/** Maximum value of an offered item, so that most people can match it. */
const OFFERED_VALUE_MAX = minor("20000.00");

type Kind = keyof typeof OPEN_WANTED;

/** What a player sees before it decides. */
interface Seen {
  readonly games: readonly LiveCoinflip[];
  readonly entries: readonly UserLimited[];
}

export const liveCoinflipHabit = habit({
  name: "live-coinflips",
  weight: 5,
  look: async (ask): Promise<Seen> => ({
    games: await ask(endpoints.coinflips, { limit: "100" }),
    entries: await ask(endpoints.userLimiteds, { limit: "200" }),
  }),
  choose: nextCoinflip,
});

/** Joins a person's game, else opens one when too few are open, else joins another demo player's. */
export function nextCoinflip({ games, entries }: Seen, moment: Moment): Act | null {
  const { me, chance } = moment;
  const open = games.filter(({ isActive }) => isActive);
  const free = entries.filter(({ inPlay }) => !inPlay);
  const joinable = open.filter((game) => isJoinable(game, free, moment));
  const person = pick(
    joinable.filter((game) => !isCrowds(game)),
    chance,
  );
  if (person !== undefined) return join(person);
  const kind = pick(missingKinds(open), chance);
  const own = open.filter(({ creatorId }) => creatorId === me.id);
  const offer = kind === undefined || own.length >= OPEN_OF_ONE_MAX ? null : offerOf(kind, free, moment);
  if (offer !== null) return offer;
  const other = pick(joinable, chance);
  return other === undefined ? null : join(other);
}

const join = ({ id }: LiveCoinflip): Act => act(endpoints.joinCoinflip, {}, { id });

const isCrowds = ({ creator }: LiveCoinflip): boolean => isDemoName(creator.firstName);

const kindOf = ({ betAmount }: LiveCoinflip): Kind => (betAmount === null ? "items" : "currency");

function missingKinds(open: readonly LiveCoinflip[]): readonly Kind[] {
  const crowds = open.filter(isCrowds);
  return (["currency", "items"] as const).filter(
    (kind) => crowds.filter((game) => kindOf(game) === kind).length < OPEN_WANTED[kind],
  );
}

/** When a game was opened, from its id (UUID version 7), in milliseconds; NaN for any other id. */
const openedAt = (id: string): number =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.replace("-", "").slice(0, 12), 16) : Number.NaN;

function isJoinable(game: LiveCoinflip, free: readonly UserLimited[], { me, now }: Moment): boolean {
  const wait = isCrowds(game) ? CROWD_WAIT_MS : PERSON_WAIT_MS;
  // False for an unknown age, too.
  const isRipe = now - openedAt(game.id) >= wait;
  if (!isRipe || game.creatorId === me.id) return false;
  const total = amountOf(game.totalValue);
  if (game.betAmount === null) return canMatch(total, free);
  const balance = amountOf(game.betSide === "rbx" ? me.rbxBalance : me.tixBalance);
  return total * JOIN_PARTS[isCrowds(game) ? "crowd" : "person"] <= balance;
}

/** Whether one or two free items match the value of a join; the server picks them. */
function canMatch(total: Minor, free: readonly UserLimited[]): boolean {
  const { least, most } = joinerRange(total);
  const fits = (value: Minor): boolean => value >= least && value <= most;
  const values = free.map(({ itemValue }) => amountOf(itemValue));
  return values.some((one, at) => fits(one) || values.slice(at + 1).some((other) => fits(one + other)));
}

function offerOf(kind: Kind, free: readonly UserLimited[], { me, chance }: Moment): Act | null {
  const betSide = pick(["rbx", "tix"] as const, chance) ?? "rbx";
  if (kind === "currency") {
    const betAmount = stakeOf(betSide === "rbx" ? me.rbxBalance : me.tixBalance, OFFER_PARTS, chance);
    return betAmount === null ? null : act(endpoints.openCoinflip, { betAmount, betSide });
  }
  const entry = pick(
    free.filter(({ itemValue }) => amountOf(itemValue) <= OFFERED_VALUE_MAX),
    chance,
  );
  if (entry === undefined) return null;
  const betItems = [{ limitedId: entry.limitedId, quantity: 1, inventoryId: entry.id }];
  return act(endpoints.openCoinflip, { betItems, betSide });
}
