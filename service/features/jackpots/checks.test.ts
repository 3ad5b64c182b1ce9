import { expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { decidingBeacon } from "#domain/features/game-tables/deciding-beacon.ts";
import { CLOSES_BEFORE_BEACON_MS, VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import { ALONE_MS } from "#domain/features/jackpots/rules.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { BOB, CAROL } from "#domain/testing/coinflips.ts";
import { type GivenLog, NOON } from "#domain/testing/given.ts";
import { ALICE } from "#domain/testing/players.ts";
import { enter, jackpotIn, voidPot } from "#domain/testing/rounds.ts";
import { change, DAVE, linksOf, logWith, rich } from "#domain/testing/user-games.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";
import { follow, settlePotSigned } from "#service/lab/testing/rounds/signed-rounds.ts";

const carol = { playerId: CAROL };
const dave = { playerId: DAVE };

/** A jackpot in its countdown, with entries of bob, carol and dave. */
const counting = (): GivenLog => {
  const log = logWith("jackpot");
  follow(log, enter("10.00"), enter("20.00", carol), enter("5.00", dave));
  return log;
};
const settled = async (): Promise<GivenLog> => {
  const log = counting();
  await settlePotSigned(log);
  return log;
};
const abandoned = (): GivenLog => {
  const log = logWith("jackpot");
  follow(log, enter("10.00"), enter("1.00"));
  log.at = NOON + ALONE_MS;
  follow(log, voidPot());
  return log;
};

type Change = (event: RecordedEvent) => Partial<RecordedEvent>;
const payload =
  (changed: (payload: JsonObject) => JsonObject): Change =>
  (event) => ({ payload: { ...event.payload, ...changed(event.payload) } });

/** The check's problem with a log in which events of a type were changed or removed. */
const problemOf = (log: GivenLog, type: string, changed: Change | null) =>
  problemOfEvents(
    log.events.flatMap((event) =>
      event.type !== type ? [event] : changed === null ? [] : [{ ...event, ...changed(event) }],
    ),
  );

it("accepts jackpots that were settled, or void for a lone player or without a beacon, one after the other", async () => {
  const log = await settled();
  follow(log, change({ edge: 1_000 }), enter("3.00"), enter("3.00", carol));
  await settlePotSigned(log);
  follow(log, enter("10.00"));
  log.at += ALONE_MS;
  follow(log, voidPot(), enter("1.00"), enter("1.00", dave));
  log.at += VOID_AFTER_MS + 60_000;
  follow(log, voidPot());
  expect(problemOfEvents(log.events)).toBeNull();
});

it("rejects a link out of order, and a seed without a commitment", async () => {
  const log = await settled();
  expect(
    problemOf(
      log,
      "JackpotRoundOpened",
      payload(() => ({ link: 2 })),
    ),
  ).toBe("The round took link 2 of chain 1, which is not the one that was due.");
  const other = linksOf("RBX 1")[2] ?? "";
  expect(
    problemOf(
      log,
      "JackpotSettled",
      payload(() => ({ seed: other })),
    ),
  ).toBe("The seed revealed is not the link that the round committed to.");
  expect(
    problemOf(
      abandoned(),
      "JackpotVoided",
      payload(() => ({ seed: other })),
    ),
  ).toBe("The seed revealed is not the link that the round committed to.");
});

it("rejects a chain announced too early, and one of another length", () => {
  const log = counting();
  const announced = log.events.find(({ type }) => type === "HashChainAnnounced");
  if (announced === undefined) throw new Error("A chain is announced");
  const next = { ...announced, payload: { ...announced.payload, number: 2 } };
  expect(problemOfEvents([...log.events, next])).toBe(
    "The chain is announced while the previous one still has enough links.",
  );
  expect(
    problemOf(
      log,
      "HashChainAnnounced",
      payload(() => ({ length: 3 })),
    ),
  ).toBe("Chain 1 of 3 links is announced, where chain 1 of 10000 is due.");
});

it("rejects a chosen beacon: later than the first that leaves time, already known, or unsigned", async () => {
  const log = await settled();
  const shifted = (rounds: number): Change =>
    payload(({ beacon }) => {
      const { chain, ...fixed } = decidingBeacon.parse(beacon);
      const round = fixed.round + rounds;
      return { beacon: { chain, round, closesAt: publishedAt(round, chain) - CLOSES_BEFORE_BEACON_MS } };
    });
  const type = "JackpotCountdownStarted";
  for (const rounds of [20, -20])
    expect(problemOf(log, type, shifted(rounds))).toMatch(/is not the first that leaves time for bets/);
  expect(problemOf(log, type, shifted(1))).toMatch(/is not signed by the key of its chain/);
  expect(
    problemOf(
      log,
      "JackpotSettled",
      payload(() => ({ signature: "ab".repeat(48) })),
    ),
  ).toMatch(/is not signed by the key of its chain/);
  const named = payload(({ beacon }) => {
    const { chain, ...fixed } = decidingBeacon.parse(beacon);
    return { beacon: { ...fixed, chain: { ...chain, kind: "drand" } } };
  });
  expect(problemOf(log, type, named)).toBe("The beacon's chain is said to be drand's but is not.");
});

it("rejects a draw a day after the beacon, when the round was void", async () => {
  const log = await settled();
  const late: Change = ({ recordedAt }) => ({ recordedAt: recordedAt + VOID_AFTER_MS + 60_000 });
  expect(problemOf(log, "JackpotSettled", late)).toBe(
    "A round continued a day after its beacon, when it was void.",
  );
});

it("rejects an entry made when the beacon could be known", () => {
  const log = counting();
  const { round } = jackpotIn(log);
  const at = round?.beacon ? publishedAt(round.beacon.round, round.beacon.chain) : 0;
  const late: Change = ({ recordedAt, payload: { seq } }) => ({ recordedAt: seq === 2 ? at : recordedAt });
  expect(problemOf(log, "JackpotEntered", late)).toBe(
    "The beacon may have been known when the bet was taken.",
  );
});

it("rejects a winner, payout, share or part that does not follow from seed and beacon", async () => {
  const log = await settled();
  const loser = [BOB, CAROL, DAVE].find(
    (player) => log.events.findLast(({ type }) => type === "JackpotSettled")?.payload.winnerId !== player,
  );
  for (const changed of [{ winnerId: loser ?? "" }, { payout: "1" }, { share: "1" }, { carried: "7" }]) {
    expect(
      problemOf(
        log,
        "JackpotSettled",
        payload(() => changed),
      ),
    ).toMatch(/^The jackpot says that/);
  }
  const toAlice: Change = ({ postings }) => ({
    postings: postings.map((leg) => (leg.delta > 0n ? { ...leg, account: playerAccount(ALICE) } : leg)),
  });
  expect(problemOf(log, "JackpotSettled", toAlice)).toMatch(/moves something else than it says/);
  expect(
    problemOf(
      log,
      "JackpotPlayed",
      payload(() => ({ payout: "5" })),
    ),
  ).toBe("JackpotPlayed does not match the round's outcome.");
  // At the end of the log, and before another event.
  for (const next of [[], rich("p_erin")]) {
    log.append(next);
    expect(problemOf(log, "JackpotPlayed", null)).toMatch(/^A round ended without the events of p_bob/);
  }
});

it("rejects a countdown withheld or started early", () => {
  const log = counting();
  expect(problemOf(log, "JackpotCountdownStarted", null)).toBe("The countdown was due but did not start.");
  const alone: Change = () => ({ type: "JackpotEntered" });
  expect(problemOf(log, "JackpotCountdownStarted", alone)).not.toBeNull();
  const greedy = payload(({ seq, to }) => (seq === 0 ? { stake: "99999", to: "99999" } : { to: to ?? "" }));
  expect(problemOf(log, "JackpotEntered", greedy)).not.toBeNull();
});

it("rejects a void of a round that could still be drawn, and a stake not returned", () => {
  const early: Change = () => ({ recordedAt: NOON + 60_000 });
  expect(problemOf(abandoned(), "JackpotVoided", early)).toBe(
    "A jackpot was voided that could still be drawn.",
  );
  expect(
    problemOf(
      abandoned(),
      "JackpotReturned",
      payload(() => ({ stake: "1" })),
    ),
  ).toMatch(/moves something else than it says/);
});

it("rejects bets of the creator, out of bounds, while paused, and by terms that the game did not have", () => {
  const log = counting();
  expect(
    problemOf(
      log,
      "JackpotRoundOpened",
      payload(() => ({ edge: 5_000 })),
    ),
  ).toBe("The round was opened on terms the game did not have.");
  expect(
    problemOf(
      log,
      "JackpotRoundOpened",
      payload(() => ({ number: 2 })),
    ),
  ).toBe("The round has the number 2, where 1 is due.");
  const byCreator: Change = ({ payload: { seq, ...rest }, ...event }) =>
    seq === 2
      ? {
          payload: { ...rest, seq, playerId: ALICE },
          alsoIn: [`player:${ALICE}`],
          postings: postingsOf(event),
        }
      : {};
  const postingsOf = ({ postings }: Pick<RecordedEvent, "postings">) =>
    postings.map((leg) => (leg.delta < 0n ? { ...leg, account: playerAccount(ALICE) } : leg));
  expect(problemOf(log, "JackpotEntered", byCreator)).toBe("A creator bet in their own game.");
  const entry = log.events.findLast(({ type }) => type === "JackpotEntered");
  follow(log, change({ isActive: false }));
  if (entry !== undefined) log.append([{ ...entry, payload: { ...entry.payload, seq: 3 } }]);
  expect(problemOfEvents(log.events)).toBe("A bet was accepted while its game was paused.");
});
