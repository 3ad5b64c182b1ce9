import { type Currency, house, issuance, playerAccount } from "../accounts/account.ts";
import type { Side } from "../fairness/st1.ts";
import { BANK_FUNDS, fundBank } from "../features/bank/bank.ts";
import { coinFlipped, type Flip } from "../features/house-flips/events.ts";
import { type FlipOutcome, flipCoin } from "../features/house-flips/flip.ts";
import { currencyOf } from "../features/house-flips/rules.ts";
import { playerRegistered, playerStream } from "../features/players/events.ts";
import { registerPlayer } from "../features/players/register.ts";
import { playerStreamKind, refusalOfStaker, unfinishedOf } from "../features/registry.ts";
import type { RotateAnswer } from "../features/seed-pairs/contract.ts";
import { rotateSeedPair } from "../features/seed-pairs/rotate.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import { invariant } from "../kernel/invariant.ts";
import { type Minor, minor } from "../kernel/money.ts";
import { move } from "../ledger/posting.ts";
import type { Player } from "../player/player.ts";
import type { Decide, GivenLog } from "./given.ts";
import { commitmentOf } from "./seeds.ts";
import { settingsIn } from "./settings.ts";

/** The player of the examples. */
export const ALICE = "p_alice";
export const CLIENT_SEED = "alices-seed";

/** The state of a player in a log. */
export const playerIn = (log: GivenLog, playerId = ALICE): Player =>
  log.stream(playerStreamKind, playerStream(playerId));

/** A player came into being, with the first two pairs of the stand-in seeds. */
export const registered = (playerId = ALICE): NewEvent =>
  playerRegistered(playerId, {
    pair: 1,
    serverSeedHash: commitmentOf(1),
    nextServerSeedHash: commitmentOf(2),
    clientSeed: CLIENT_SEED,
    clientSeedBy: "server",
  });

/** What keeps a player of a log from being forgotten, in sentences. */
export function unfinishedIn(log: GivenLog, playerId = ALICE): readonly string[] {
  const player = playerIn(log, playerId);
  invariant(player.status === "registered", "an absent player has nothing to end");
  return unfinishedOf(player, log.at);
}

/** A flip of 1.00 RBX that was lost, with what a test wants otherwise. */
export const flipped = (differently: Partial<Flip> = {}): NewEvent =>
  coinFlipped({
    playerId: ALICE,
    gameId: "game_1",
    pair: 1,
    nonce: 0,
    side: "rbx",
    result: "tix",
    stake: minor("1.00"),
    payout: 0n,
    edge: 0n,
    xp: 11,
    ...differently,
  });

/** More money for a player, of a kind of fact that the log does not have: only for what a test begins with. */
export const enriched = (amount: Minor, playerId = ALICE): NewEvent => {
  const grant = { from: issuance, to: playerAccount(playerId), amount };
  const postings = (["RBX", "TIX"] as const).flatMap((asset) => move({ ...grant, asset }));
  return {
    type: "WriterRecovered",
    schemaVersion: 1,
    stream: "log:recoveries",
    payload: { unknown: 0 },
    postings,
  };
};

/** The house has its bank, of each currency. */
export const banked = (funds: string): NewEvent => {
  const decision = fundBank(minor(funds), { status: "unfunded" });
  invariant("events" in decision && decision.events[0] !== undefined, "an unfunded bank is funded");
  return decision.events[0];
};

/** What the house holds; a log in which nobody has funded the bank counts as one where the first start did. */
export const bankIn = (log: GivenLog, currency: Currency): Minor => {
  const isFunded = log.events.some(({ type }) => type === "BankFunded");
  return log.holding(house, currency) + (isFunded ? 0n : BANK_FUNDS);
};

/** Somebody signs in for the first time. */
export const register =
  (playerId = ALICE): Decide<{ readonly playerId: string }> =>
  (log) =>
    registerPlayer({ playerId, clientSeed: CLIENT_SEED }, playerIn(log, playerId), log.seeds);

/** Somebody flips a coin. */
export const flip =
  (side: Side, stake: string | Minor, playerId = ALICE): Decide<FlipOutcome> =>
  (log) => {
    const account = playerAccount(playerId);
    const command = {
      playerId,
      gameId: "game_1",
      side,
      stake: typeof stake === "string" ? minor(stake) : stake,
    };
    return flipCoin(command, playerIn(log, playerId), {
      balances: { RBX: log.holding(account, "RBX"), TIX: log.holding(account, "TIX") },
      bank: bankIn(log, currencyOf(side)),
      at: log.at,
      seeds: log.seeds,
      settings: settingsIn(log),
      refusalOfStaker,
    });
  };

/** Somebody chooses a client seed for the next pair. */
export const rotate =
  (clientSeed: string, playerId = ALICE): Decide<RotateAnswer> =>
  (log) =>
    rotateSeedPair({ playerId, clientSeed }, playerIn(log, playerId), log.seeds);
