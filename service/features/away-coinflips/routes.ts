import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { otherSide } from "#domain/features/live-coinflips/rules.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { formatMinor, type Minor, parseMinor } from "#domain/kernel/money.ts";
import { awayStakesPage } from "#projections/features/away-coinflips/away-stakes.ts";
import { transitIdAfter } from "#service/features/transits/commands.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Call, perform, preparing, route } from "#service/http/route.ts";
import { stakeAwayCommand } from "./commands.ts";
import type { GamesElsewhere } from "./elsewhere.ts";

type AwayDeps = Deps & { readonly elsewhere: GamesElsewhere };

/** Coinflips of other logs: the list, staking on one, and what became of the player's stakes. */
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

async function join(call: Call<typeof endpoints.joinAwayCoinflip>, deps: AwayDeps) {
  const { log, currency, betAmount } = call.body;
  const { writer, config } = deps;
  const amount = parseMinor(String(betAmount));
  invariant(amount !== null, "the schema lets only amounts through");
  const offered = { currency, amount };
  const game = await preparing(call, deps, () => askedFor(call, deps));
  const origin = call.origin();
  const stake = {
    // The id follows from the command's, so that one that is sent again is the same stake.
    transitId: transitIdAfter(writer.logId, origin.commandId),
    playerId: call.caller.playerId,
    gameId: call.params.id,
    log,
    // What is staked is named after the creator's face; the player gets the other.
    side: otherSide(currency === "RBX" ? "rbx" : "tix"),
    currency,
    stake: amount,
  };
  const peers = new Set(config.logs?.all.map(({ id }) => id));
  const command = { stake, gone: refusalOf(game, offered), here: writer.logId, peers };
  return perform(stakeAwayCommand(origin, command), { call, deps });
}

/** The game as its log has it; undefined where that cannot be asked. */
async function askedFor({ body, params }: Call<typeof endpoints.joinAwayCoinflip>, { elsewhere }: AwayDeps) {
  try {
    return await elsewhere.game(body.log, params.id);
  } catch {
    return undefined;
  }
}

/**
 * Why no stake leaves for a game. What counts is decided in the game's log, once the stake is there: this spares a
 * player the way there and back.
 */
function refusalOf(
  game: LiveCoinflip | null | undefined,
  { currency, amount }: { readonly currency: string; readonly amount: Minor },
): Refusal | null {
  if (game === undefined)
    return {
      code: "log_unavailable",
      detail: "The log of this coinflip cannot be reached. Nothing was staked.",
    };
  if (game === null) return { code: "not_open", detail: "This coinflip is not open any more." };
  const due = game.betSide === "rbx" ? "RBX" : "TIX";
  if (due === currency && game.betAmount === formatMinor(amount)) return null;
  return { code: "other_stakes", detail: `This coinflip is played for ${game.betAmount} ${due}.` };
}
