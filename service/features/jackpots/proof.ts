import { RT1_JACKPOT } from "#domain/fairness/jackpot.ts";
import { type Participant, participantLine, participantsDigest } from "#domain/fairness/rt1.ts";
import type { JackpotProof } from "#domain/features/game-rounds/proof.ts";
import {
  jackpotCountdownStarted,
  jackpotEntered,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "#domain/features/jackpots/events.ts";
import { jackpotPhase, potOf } from "#domain/features/jackpots/table.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { jackpotRounds } from "#projections/features/jackpots/shown.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { moneyOf } from "#projections/kernel/values.ts";
import {
  beaconInProof,
  commonInProof,
  RoundLog,
  shareInProof,
} from "#service/features/game-rounds/round-log.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";

/** All logged inputs of a jackpot; null when there is no such round. */
export async function jackpotProof(
  models: ReadModels,
  roundId: string,
  { at, ...context }: SigningContext & { readonly at: number },
): Promise<JackpotProof | null> {
  const found = await jackpotRounds.find(models, roundId);
  if (found === null) return null;
  const log = await RoundLog.read(found, context);
  const opened = log.one(jackpotRoundOpened);
  if (opened === null) return null;
  const countdown = log.one(jackpotCountdownStarted);
  const entries = log.all(jackpotEntered);
  const settled = log.one(jackpotSettled);
  const voided = log.one(jackpotVoided);
  const ended = settled ?? voided;
  const { common, announced } = await commonInProof(models, { round: found, opened, ended });
  const beacon = countdown?.payload.beacon ?? null;
  const participants = entries.map(({ payload }) => participantOf(payload));
  const pot = potOf({ entries: entries.map(({ payload }) => payload) });
  const taking = settled && shareInProof(settled.payload, pot, opened.payload);
  return {
    ...common,
    scheme: RT1_JACKPOT,
    status: settled ? "settled" : voided ? "void" : jackpotPhase({ beacon }, at),
    beacon: beaconInProof(beacon, settled?.payload.signature ?? null),
    participants: entries.map(({ payload }) => entryOf(payload)),
    participantsDigest: toHex(participantsDigest(participants)),
    digest: settled?.payload.digest ?? null,
    pot: moneyOf(pot),
    ticket: settled && moneyOf(BigInt(settled.payload.ticket)),
    winnerSeq: settled?.payload.winnerSeq ?? null,
    payout: settled && moneyOf(BigInt(settled.payload.payout)),
    rake: settled && moneyOf(BigInt(settled.payload.rake)),
    share: taking?.share ?? null,
    carried: taking?.carried ?? null,
    reason: voided?.payload.reason ?? null,
    receipts: await log.receipts({
      chain: announced,
      opened,
      countdown,
      lastEntry: entries.at(-1) ?? null,
      ended,
    }),
  };
}

type Entered = EventOf<typeof jackpotEntered>["payload"];

const participantOf = ({ seq, playerId, clientSeed, stake }: Entered): Participant => {
  return { seq, playerId, clientSeed, stake: BigInt(stake), instances: [] };
};

function entryOf(entered: Entered): JackpotProof["participants"][number] {
  const { seq, playerId, clientSeed, stake, from, to } = entered;
  return {
    seq,
    playerId,
    clientSeed,
    stake: moneyOf(BigInt(stake)),
    from: moneyOf(BigInt(from)),
    to: moneyOf(BigInt(to)),
    line: participantLine(participantOf(entered)),
  };
}
