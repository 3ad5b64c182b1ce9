import { PAIR_NONCES_MAX, type Side, sideOfDigest } from "../../fairness/st1.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/event.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import { evolvePlayer, experienceGranted, type Player, type RegisteredPlayer } from "../players/player.ts";
import { rotation } from "../seed-pairs/rotate.ts";
import type { SeedSource } from "../seed-pairs/seed-source.ts";
import type { FlipAnswer } from "./contract.ts";
import { coinFlipped } from "./events.ts";
import { currencyOf, edgeOf, payoutOf, STAKE_MAX, STAKE_MIN } from "./rules.ts";

export interface FlipCoin {
  readonly playerId: string;
  readonly gameId: string;
  readonly side: Side;
  /** Minor units of the side's currency. */
  readonly stake: Minor;
}

/** What a decision stands on besides the player's stream: free balances in minor units, time, and seeds. */
export interface FlipGround {
  readonly balances: { readonly RBX: Minor; readonly TIX: Minor };
  readonly at: number;
  readonly seeds: SeedSource;
}

/** The answer of a flip before its place in the log is known. */
export type FlipOutcome = Omit<FlipAnswer, "position">;

/**
 * Flips a coin against the house: stake taken, result drawn and pay-out given in one fact. A pair of seeds that
 * has served its thousand games is rotated first, keeping the client seed.
 */
export function flipCoin(command: FlipCoin, player: Player, ground: FlipGround): Decision<FlipOutcome> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { side, stake } = command;
  if (stake < STAKE_MIN || stake > STAKE_MAX) {
    const range = `${formatMinor(STAKE_MIN)} to ${formatMinor(STAKE_MAX)}`;
    return refuse("stake_out_of_range", `A stake is ${range}.`);
  }
  const currency = currencyOf(side);
  if (stake > ground.balances[currency]) {
    return refuse("insufficient_balance", `You don't have enough ${currency} to place this bet`);
  }
  const events: NewEvent[] = [];
  const ready = player.nonce < PAIR_NONCES_MAX ? player : rotated(player, command, { ground, events });
  const result = sideOfDigest(ground.seeds.digest(ready.serverSeedHash, ready.clientSeed, ready.nonce));
  const won = result === side;
  const payout = won ? payoutOf(stake) : 0n;
  const edge = won ? edgeOf(stake) : 0n;
  const { pair, nonce } = ready;
  const xp = experienceGranted(ready, stake, ground.at);
  events.push(coinFlipped({ ...command, pair, nonce, result, payout, edge, xp }));
  const change = payout - stake;
  return accept(events, {
    id: command.gameId,
    result,
    won,
    winAmount: formatMinor(payout),
    houseEdgeTaken: formatMinor(edge),
    rbxBalance: formatMinor(ground.balances.RBX + (currency === "RBX" ? change : 0n)),
    tixBalance: formatMinor(ground.balances.TIX + (currency === "TIX" ? change : 0n)),
    nonce,
  });
}

function rotated(
  player: RegisteredPlayer,
  { playerId }: FlipCoin,
  { ground, events }: { readonly ground: FlipGround; readonly events: NewEvent[] },
): RegisteredPlayer {
  const event = rotation(player, { playerId, clientSeed: player.clientSeed, by: "kept" }, ground.seeds);
  events.push(event);
  return evolvePlayer(player, { ...event, recordedAt: ground.at }) as RegisteredPlayer;
}
