import { crashLine, crashParticipants, RT1_CRASH } from "#domain/fairness/crash.ts";
import {
  crashBetPlaced,
  crashCashedOut,
  crashRoundOpened,
  crashRoundSettled,
  crashRoundStarted,
  crashRoundVoided,
} from "#domain/features/crash/events.ts";
import { crashPhase } from "#domain/features/crash/table.ts";
import type { CrashProof } from "#domain/features/game-rounds/proof.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { crashRounds } from "#projections/features/crash/shown.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { instantOf, moneyOf } from "#projections/kernel/values.ts";
import {
  beaconInProof,
  commonInProof,
  RoundLog,
  shareInProof,
} from "#service/features/game-rounds/round-log.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";

/** All logged inputs of a crash round; null when there is no such round. */
export async function crashProof(
  models: ReadModels,
  roundId: string,
  { at, ...context }: SigningContext & { readonly at: number },
): Promise<CrashProof | null> {
  const found = await crashRounds.find(models, roundId);
  if (found === null) return null;
  const log = await RoundLog.read(found, context);
  const opened = log.one(crashRoundOpened);
  if (opened === null) return null;
  const { number, cap, beacon } = opened.payload;
  const started = log.one(crashRoundStarted);
  const settled = log.one(crashRoundSettled);
  const voided = log.one(crashRoundVoided);
  const ended = settled ?? voided;
  const { common, announced } = await commonInProof(models, { round: found, opened, ended });
  const [signature, startsAt] = [started?.payload.signature ?? null, (started ?? opened).payload.startsAt];
  const taking = settled && shareInProof(settled.payload, BigInt(settled.payload.volume), opened.payload);
  const bets = betsIn(log, ended !== null);
  return {
    ...common,
    scheme: RT1_CRASH,
    status: settled ? "settled" : voided ? "void" : crashPhase({ beacon, signature, startsAt }, at),
    beacon: beaconInProof(beacon, signature),
    line: crashLine(number),
    participantsDigest: toHex(crashParticipants(number)),
    digest: settled?.payload.digest ?? null,
    point: settled && hundredths(settled.payload.point),
    cap: moneyOf(BigInt(cap)),
    startsAt: instantOf(startsAt),
    pot: moneyOf(log.all(crashBetPlaced).reduce((sum, { payload }) => sum + BigInt(payload.stake), 0n)),
    bets,
    returned: settled && moneyOf(BigInt(settled.payload.returned)),
    share: taking?.share ?? null,
    carried: taking?.carried ?? null,
    receipts: await log.receipts({ chain: announced, opened, started, ended }),
  };
}

const hundredths = (at: number): string => formatMinor(BigInt(at));

/** The bets of a round. Targets are private until it has ended. */
function betsIn(log: RoundLog, isEnded: boolean): CrashProof["bets"] {
  const gone = new Map(log.all(crashCashedOut).map((event) => [event.payload.seq, event]));
  const isSettled = log.one(crashRoundSettled) !== null;
  return log.all(crashBetPlaced).map(({ payload: { seq, stake, auto } }) => {
    const left = gone.get(seq);
    const { at, payout, cause, receivedAt } = left?.payload ?? {};
    const lost = isSettled ? "0.00" : null;
    return {
      seq,
      betAmount: moneyOf(BigInt(stake)),
      autoCashOut: isEnded && auto !== null ? hundredths(auto) : null,
      multiplier: at === undefined ? null : hundredths(at),
      winAmount: payout === undefined ? lost : moneyOf(BigInt(payout)),
      cause: cause ?? null,
      receivedAt: receivedAt == null ? null : instantOf(receivedAt),
      left: left === undefined ? null : { position: left.position, at: instantOf(left.recordedAt) },
    };
  });
}
