import type { Hono } from "hono";
import type { Currency } from "#domain/accounts/account.ts";
import type { Copy } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { BetItem, LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { otherSide, STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { formatMinor, type Minor, parseMinor } from "#domain/kernel/money.ts";
import { awayStakesPage } from "#projections/features/away-coinflips/away-stakes.ts";
import { copiesOf } from "#service/features/live-coinflips/bet.ts";
import { refusalOfHeld } from "#service/features/live-coinflips/guests/held-here.ts";
import { transitIdAfter } from "#service/features/transits/commands.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { unavailableProblem } from "#service/http/problem.ts";
import { type Call, perform, preparing, route } from "#service/http/route.ts";
import { siteLogsOf } from "#service/ledger/peers/site-logs.ts";
import { stakeAwayCommand, stakeItemsAwayCommand } from "./commands.ts";
import type { GamesElsewhere } from "./elsewhere.ts";
import { lookUpLeaving } from "./leaving.ts";
import type { OfferAnswer } from "./offers.ts";

type AwayDeps = Deps & { readonly elsewhere: GamesElsewhere };

/** Coinflips of other logs: the list, a stake on one, and the player's stakes with their outcome. */
export function awayCoinflipRoutes(app: Hono<Env>, deps: AwayDeps): void {
  route(app, { deps, endpoint: endpoints.awayCoinflips }, async () => {
    const { items, logs, unreachable } = await deps.elsewhere.open();
    return { items: [...items], logs: [...logs], unreachable: [...unreachable] };
  });

  route(app, { deps, endpoint: endpoints.awayStakes }, ({ models, caller, query }) =>
    awayStakesPage(models, caller.playerId, query),
  );

  route(app, { deps, endpoint: endpoints.joinAwayCoinflip }, (call) => join(call, deps));
}

type Join = Call<typeof endpoints.joinAwayCoinflip>;

async function join(call: Join, deps: AwayDeps) {
  const { betItems, currency, betAmount } = call.body;
  if (betItems !== undefined) return joinWithItems(call, betItems, deps);
  invariant(currency !== undefined && betAmount !== undefined, "the schema lets one of both through");
  return joinWith(call, { currency, betAmount }, deps);
}

/** Target and id of a stake. The id follows from the command, so a repeated command is the same stake. */
function stakeOf(call: Join, commandId: string, deps: AwayDeps) {
  return {
    stake: {
      transitId: transitIdAfter(deps.writer.logId, commandId),
      playerId: call.caller.playerId,
      gameId: call.params.id,
      log: call.body.log,
    },
    ...siteLogsOf(deps),
  };
}

interface Offered {
  readonly currency: Currency;
  readonly betAmount: number;
}

async function joinWith(call: Join, { currency, betAmount }: Offered, deps: AwayDeps) {
  const amount = parseMinor(String(betAmount));
  invariant(amount !== null, "the schema lets only amounts through");
  const game = await preparing(call, deps, () => askedFor(call, deps));
  const origin = call.origin();
  const { stake, ...site } = stakeOf(call, origin.commandId, deps);
  // The game's currency names the creator's face; the player gets the other.
  const side = otherSide(currency === "RBX" ? "rbx" : "tix");
  const command = {
    ...site,
    stake: { ...stake, side, currency, stake: amount },
    gone: refusalOfGame(game) ?? refusalOfAmount(game, { currency, amount }),
  };
  return perform(stakeAwayCommand(origin, command), { call, deps });
}

async function joinWithItems(call: Join, bets: readonly BetItem[], deps: AwayDeps) {
  const found = await preparing(call, deps, async () => {
    const [game, bet] = await Promise.all([askedFor(call, deps), copiesOf(bets, call.caller.playerId, deps)]);
    const copies = "copies" in bet ? bet.copies : [];
    // Too many are refused below, without asking.
    const isAsked = game?.betAmount === null && copies.length > 0 && copies.length <= STAKED_ITEMS_MAX;
    const offer = isAsked ? await offered(call, copies, deps) : null;
    // After the other log's answer, which may be slow: an earlier look-up could miss a purchase of these copies.
    const hints = await lookUpLeaving(copies, deps);
    return { game, bet, hints, offer };
  });
  const { game, bet, hints, offer } = found;
  if (hints === null)
    throw unavailableProblem("Whether these items are free cannot be looked up at the moment.", 5);
  const origin = call.origin();
  const { stake, ...site } = stakeOf(call, origin.commandId, deps);
  const command = {
    ...site,
    // Without a game, both sides stay empty: `gone` refuses the command.
    stake: {
      ...stake,
      side: otherSide(game?.betSide ?? "rbx"),
      against: (game?.betItems ?? []).map(({ limitedId }) => limitedId),
    },
    gone: refusalOfGame(game) ?? refusalOfItems(game) ?? offer,
    bet,
    hints,
  };
  return perform(stakeItemsAwayCommand(origin, command), { call, deps });
}

/** The game as its log has it; undefined if that log cannot be asked. */
async function askedFor({ body, params }: Join, { elsewhere }: AwayDeps) {
  try {
    return await elsewhere.game(body.log, params.id);
  } catch {
    return undefined;
  }
}

/** Why either log would refuse the other side's items by its own values; null if neither does. */
async function offered({ body, params }: Join, copies: readonly Copy[], deps: AwayDeps) {
  let answer: OfferAnswer;
  try {
    answer = await deps.elsewhere.offered(body.log, { id: params.id, copies: [...copies] });
  } catch {
    return UNREACHABLE;
  }
  const { refusal, against } = answer;
  const theirs: readonly Copy[] = against;
  return refusal ?? refusalOfHeld(theirs, deps, "your log");
}

const UNREACHABLE: Refusal = {
  code: "log_unavailable",
  detail: "The log of this coinflip cannot be reached. Nothing was staked.",
};

type Game = LiveCoinflip | null | undefined;

/** Why no stake is sent to a game. The game's log decides in the end; this spares the player a needless transit. */
function refusalOfGame(game: Game): Refusal | null {
  if (game === undefined) return UNREACHABLE;
  return game === null ? { code: "not_open", detail: "This coinflip is no longer open." } : null;
}

function refusalOfAmount(
  game: Game,
  { currency, amount }: { readonly currency: Currency; readonly amount: Minor },
): Refusal | null {
  const due = game?.betSide === "rbx" ? "RBX" : "TIX";
  if (due === currency && game?.betAmount === formatMinor(amount)) return null;
  const what = game?.betAmount == null ? "items" : `${game.betAmount} ${due}`;
  return { code: "other_stakes", detail: `This coinflip is played for ${what}.` };
}

function refusalOfItems(game: Game): Refusal | null {
  if (game?.betAmount == null) return null;
  const due = game.betSide === "rbx" ? "RBX" : "TIX";
  return { code: "other_stakes", detail: `This coinflip is played for ${game.betAmount} ${due}.` };
}
