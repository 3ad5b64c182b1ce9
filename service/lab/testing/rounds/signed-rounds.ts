import type { Currency } from "#domain/accounts/account.ts";
import { type BeaconRound, firstRoundFrom, publishedAt } from "#domain/fairness/beacon.ts";
import { flightOf, startCrash } from "#domain/features/crash/flight.ts";
import { decidingBeacon } from "#domain/features/game-tables/deciding-beacon.ts";
import { settleJackpot } from "#domain/features/jackpots/end.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type Decide, type GivenLog, NOON } from "#domain/testing/given.ts";
import { playerIn } from "#domain/testing/players.ts";
import { jackpotIn, openCrash, seedOfRound } from "#domain/testing/rounds.ts";
import { settingsIn } from "#domain/testing/settings.ts";
import { TABLE } from "#domain/testing/user-games.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** A signing beacon whose rounds are available at once. */
const beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(3) }], () => NOON + YEAR_MS);
const CURRENCY: Currency = "RBX";

/** The examples' rounds wait for a beacon without a key; this replaces it with a signing one, at the same instants. */
function withBeacon(event: NewEvent): NewEvent {
  const fixed = decidingBeacon.safeParse(event.payload.beacon);
  if (!fixed.success) return event;
  const at = publishedAt(fixed.data.round, fixed.data.chain);
  const signing = { ...fixed.data, chain: { ...beacon.chain }, round: firstRoundFrom(at, beacon.chain) };
  return { ...event, payload: { ...event.payload, beacon: signing } };
}

/** Applies decisions, one after the other. @throws when one is refused */
export function follow(log: GivenLog, ...decides: readonly Decide<JsonObject>[]): void {
  for (const decide of decides) {
    const decision = decide(log);
    invariant(!("refused" in decision), "a step of the example is taken");
    log.append(decision.events.map(withBeacon));
  }
}

async function signatureOf(round: number): Promise<BeaconRound> {
  const signed = await beacon.round(beacon.chain.chainHash, round);
  invariant(signed !== null, "the beacon signs every round");
  return signed;
}

/** Draws an open jackpot by its beacon. */
export async function settlePotSigned(log: GivenLog): Promise<void> {
  const { round } = jackpotIn(log);
  invariant(round !== null && round.beacon !== null, "a jackpot waits for its beacon");
  log.at = publishedAt(round.beacon.round, round.beacon.chain);
  const signed = await signatureOf(round.beacon.round);
  const { chainHash } = round.beacon.chain;
  const name = { gameId: TABLE, currency: CURRENCY, roundId: round.roundId };
  follow(log, () =>
    settleJackpot(
      { ...name, seed: seedOfRound(CURRENCY, round), beacon: signed, chainHash },
      {
        table: jackpotIn(log),
        at: log.at,
        playerOf: (playerId) => playerIn(log, playerId),
        settings: settingsIn(log),
      },
    ),
  );
}

/** Starts an open crash round by its beacon, and returns the point at which it will end. */
export async function startSigned(log: GivenLog): Promise<number> {
  const round = openCrash(log);
  log.at = publishedAt(round.beacon.round, round.beacon.chain);
  const signed = await signatureOf(round.beacon.round);
  const { chainHash } = round.beacon.chain;
  const name = { gameId: TABLE, currency: CURRENCY, roundId: round.roundId };
  follow(log, () =>
    startCrash({ ...name, beacon: signed, chainHash }, { table: { ...emptyTable, round }, at: log.at }),
  );
  return flightOf(openCrash(log), seedOfRound(CURRENCY, round)).point;
}

const emptyTable = { chain: null, rounds: 0, carried: "0" };
