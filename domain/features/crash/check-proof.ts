import { publishedAt } from "../../fairness/beacon.ts";
import { crashLine, crashParticipants } from "../../fairness/crash.ts";
import { payoutAt } from "../../fairness/crash-curve.ts";
import { toHex } from "../../kernel/bytes.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { formatMinor, minor } from "../../kernel/money.ts";
import type { ReceiptPorts } from "../../ledger/receipt.ts";
import {
  amountOf,
  checkOf,
  claim,
  claimEnded,
  claimInTime,
  claimOpened,
  commonSteps,
  decidingBeaconOf,
  hundredthsOf,
  type Proven,
  provenBy,
  type RoundCheck,
  type RoundStep,
  says,
  stepOf,
  toldBy,
} from "../game-rounds/check-proof.ts";
import type { CrashProof } from "../game-rounds/proof.ts";
import { voidFrom } from "../game-tables/deciding-beacon.ts";
import { CLOCK_DOUBT_MS } from "../game-tables/rules.ts";
import { pinnedTerms } from "../user-games/user-game.ts";
import { crashResult } from "./end.ts";
import { crashRoundOpened, crashRoundSettled, crashRoundStarted, crashRoundVoided } from "./events.ts";
import { leavingBy, stakesOf } from "./exposure.ts";
import { flightOf } from "./flight.ts";
import { isLeftByRule } from "./left-by-rule.ts";
import { BETTING_MS, STARTS_AFTER_BEACON_MS } from "./rules.ts";
import type { CrashBet, CrashRound } from "./table.ts";

type ProvenCrash = { readonly [name in keyof CrashProof["receipts"]]: Proven };
type Opened = RecordedEvent & EventOf<typeof crashRoundOpened>;
type ProvenBet = CrashProof["bets"][number];

/**
 * Checks a crash round that has ended from its proof alone: the chain, the beacon, the point, every pay-out by the rule
 * that it left by, what the creator and the house got, and that the ledger says the same.
 */
export async function checkCrashProof(proof: CrashProof, ports: ReceiptPorts): Promise<RoundCheck> {
  if (proof.endedAt === null) return checkOf([]);
  const proven: ProvenCrash = await provenBy(proof.receipts, ports);
  const opened = (): Opened => {
    const event = toldBy(proof, proven.opened, crashRoundOpened);
    claimOpened(proof, event, { cap: String(minor(proof.cap)), startsAt: plannedStart(proof) });
    return event;
  };
  return checkOf([
    ...commonSteps(proof, { chain: proven.chain, opened, fixing: opened }, BETTING_MS),
    stepOf("players", () => players(proof)),
    ...(proof.status === "void" ? [voided(proof, proven)] : settled(proof, proven, opened)),
  ]);
}

function plannedStart(proof: CrashProof): number {
  const { round, chain } = decidingBeaconOf(proof);
  return publishedAt(round, chain) + STARTS_AFTER_BEACON_MS;
}

/** The line that stands for the participants, and the stakes. */
function players({ line, number, participantsDigest, bets, pot }: CrashProof): string {
  claim(line === crashLine(number), "The line is that of another round.");
  claim(toHex(crashParticipants(number)) === participantsDigest, "The line gives another digest.");
  claim(
    bets.every(({ seq }, index) => seq === index),
    "A bet is missing.",
  );
  claim(
    bets.reduce((sum, { betAmount }) => sum + minor(betAmount), 0n) === minor(pot),
    "The bets are not the pot.",
  );
  return `${bets.length} bets, ${pot}; ${participantsDigest}`;
}

/** A bet as it was before anybody left, without its player. */
const betOf = ({ seq, betAmount, autoCashOut }: ProvenBet): CrashBet => ({
  betId: String(seq),
  seq,
  playerId: String(seq),
  stake: String(minor(betAmount)),
  auto: autoCashOut === null ? null : hundredthsOf(autoCashOut),
  out: null,
});

function startedRound(proof: CrashProof, proven: ProvenCrash, { payload }: Opened): CrashRound {
  const { id: roundId, number, link, commitment, bets, beacon } = proof;
  const signature = beacon?.signature ?? "";
  const startsAt = Date.parse(proof.startsAt);
  const started = toldBy(proof, proven.started, crashRoundStarted);
  claim(says(started.payload, { roundId, signature, startsAt }), "The round started otherwise.");
  claimInTime(proof, started);
  claim(startsAt >= plannedStart(proof), "The curve started before it was planned to.");
  return {
    roundId,
    number,
    terms: pinnedTerms(payload),
    taken: { chain: proof.chain.number, link, commitment },
    beacon: decidingBeaconOf(proof),
    cap: payload.cap,
    startsAt,
    signature,
    bets: bets.map(betOf),
  };
}

/** The round after all exits, each by the rule named. */
function playedRound(proof: CrashProof, start: CrashRound, opened: Opened): CrashRound {
  let round = start;
  const gone = proof.bets.filter(({ left }) => left !== null);
  for (const bet of gone.toSorted((a, b) => (a.left?.position ?? 0) - (b.left?.position ?? 0))) {
    round = { ...round, bets: round.bets.with(bet.seq, leftBet(bet, round)) };
    const { position = 0, at = "" } = bet.left ?? {};
    const isAmid = position > opened.position && position < proof.position;
    const isTimely = Date.parse(at) >= opened.recordedAt && at <= (proof.endedAt ?? "");
    claim(isAmid && isTimely, `Bet ${bet.seq} left outside of the round.`);
  }
  const stayed = proof.bets.filter(({ left }) => left === null);
  const isLost = stayed.every(({ multiplier, winAmount, cause, receivedAt }) => {
    return multiplier === null && cause === null && receivedAt === null && winAmount === "0.00";
  });
  claim(isLost, "A bet that stayed on the curve is said to be paid.");
  return round;
}

function leftBet(
  { seq, left, multiplier, winAmount, cause, receivedAt }: ProvenBet,
  round: CrashRound,
): CrashBet {
  const bet = round.bets[seq];
  claim(
    bet !== undefined && left !== null && cause !== null && multiplier !== null,
    `Bet ${seq} left untold.`,
  );
  const at = hundredthsOf(multiplier);
  const payout = payoutAt(BigInt(bet.stake), at);
  claim(
    amountOf(winAmount) === payout,
    `Bet ${seq} left at ${multiplier}x, which pays ${formatMinor(payout)}.`,
  );
  const received = receivedAt === null ? null : Date.parse(receivedAt);
  const told = { at, cause, receivedAt: received, recordedAt: Date.parse(left.at) };
  claim(
    isLeftByRule(told, { round, bet }),
    `Bet ${seq} did not leave at ${multiplier}x by the rule "${cause}".`,
  );
  return { ...bet, out: { at, cause, payout: String(payout) } };
}

function settled(proof: CrashProof, proven: ProvenCrash, opened: () => Opened): readonly RoundStep[] {
  const { id: roundId, gameId, currency, serverSeed } = proof;
  const seed = serverSeed ?? "";
  const start = () => startedRound(proof, proven, opened());
  const result = () => {
    const round = playedRound(proof, start(), opened());
    const { point } = flightOf(round, seed);
    claim(leavingBy(round, point).length === 0, "A bet that left by rule was not paid.");
    const beyond = round.bets.find(({ out }) => out !== null && out.at > point);
    claim(beyond === undefined, `Bet ${beyond?.seq} was paid beyond the point.`);
    claim(proof.carried !== null, "The proof leaves out what the share began with.");
    const drawn = crashResult({ gameId, currency, roundId }, { round, carried: proof.carried.before }, seed);
    return { round, payload: drawn.payload };
  };
  return [
    stepOf("result", () => {
      const { point, digest } = flightOf(start(), seed);
      claim(digest === proof.digest, `The digest is ${digest}.`);
      const text = formatMinor(BigInt(point));
      claim(text === proof.point, `The point is ${text}x.`);
      return `${digest} gives ${text}x with an edge of ${proof.houseEdge}%`;
    }),
    stepOf("payouts", () => {
      const { round, payload } = result();
      const [share, returned] = [formatMinor(BigInt(payload.share)), formatMinor(BigInt(payload.returned))];
      const isTold = share === proof.share && returned === proof.returned;
      claim(
        isTold && payload.carried === proof.carried?.after,
        `Due are ${share} to the creator, ${returned} to the house.`,
      );
      const paid = round.bets.reduce((sum, { out }) => sum + BigInt(out?.payout ?? 0), 0n);
      return `${proof.cap} and stakes of ${proof.pot} are ${formatMinor(paid)} to players, ${share} to the creator, ${returned} to the house`;
    }),
    stepOf("ended", () =>
      claimEnded(proof, toldBy(proof, proven.ended, crashRoundSettled), result().payload),
    ),
  ];
}

/** A void round: cap and stakes were returned, and not too early. */
function voided(proof: CrashProof, { ended }: ProvenCrash): RoundStep {
  return stepOf("ended", () => {
    const { id: roundId, currency, gameId, serverSeed, bets } = proof;
    const event = toldBy(proof, ended, crashRoundVoided);
    const from = voidFrom(decidingBeaconOf(proof));
    claim(event.recordedAt >= from - CLOCK_DOUBT_MS, "It was given up while it could yet be played.");
    claim(Date.parse(proof.startsAt) === plannedStart(proof), "It was planned to start at another time.");
    const told = { roundId, currency, gameId, seed: serverSeed, cap: String(minor(proof.cap)) };
    const found = claimEnded(proof, event, told);
    return `${found}; stakes of ${formatMinor(stakesOf({ bets: bets.map(betOf) }))} went back`;
  });
}
