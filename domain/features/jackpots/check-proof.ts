import { participantLine, participantsDigest } from "../../fairness/rt1.ts";
import { toHex } from "../../kernel/bytes.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { formatMinor, minor } from "../../kernel/money.ts";
import type { ReceiptPorts } from "../../ledger/receipt.ts";
import {
  amountOf,
  checkOf,
  claim,
  claimBlind,
  claimEnded,
  claimInTime,
  claimOpened,
  commonSteps,
  decidingBeaconOf,
  type Proven,
  provenBy,
  type RoundCheck,
  type RoundStep,
  says,
  stepOf,
  toldBy,
} from "../game-rounds/check-proof.ts";
import type { JackpotProof } from "../game-rounds/proof.ts";
import { voidFrom } from "../game-tables/deciding-beacon.ts";
import { CLOCK_DOUBT_MS } from "../game-tables/rules.ts";
import { pinnedTerms } from "../user-games/user-game.ts";
import { jackpotResult } from "./end.ts";
import {
  jackpotCountdownStarted,
  jackpotEntered,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "./events.ts";
import { ALONE_MS, COUNTDOWN_MS } from "./rules.ts";
import { type JackpotRound, potOf } from "./table.ts";

type ProvenJackpot = { readonly [name in keyof JackpotProof["receipts"]]: Proven };
type Opened = RecordedEvent & EventOf<typeof jackpotRoundOpened>;

/** Checks an ended jackpot from its proof: chain, beacon, entries, ticket, exact pay-out, and the ledger's word. */
export async function checkJackpotProof(proof: JackpotProof, ports: ReceiptPorts): Promise<RoundCheck> {
  if (proof.endedAt === null) return checkOf([]);
  const proven: ProvenJackpot = await provenBy(proof.receipts, ports);
  const opened = (): Opened => {
    const event = toldBy(proof, proven.opened, jackpotRoundOpened);
    claimOpened(proof, event);
    return event;
  };
  const fixing = () => toldBy(proof, proven.countdown, jackpotCountdownStarted);
  const result = () => resultOf(proof, opened());
  return checkOf([
    ...commonSteps(proof, { chain: proven.chain, opened, fixing }, COUNTDOWN_MS),
    stepOf("players", () => players(proof, toldBy(proof, proven.lastEntry, jackpotEntered))),
    ...(proof.status === "void" ? [voided(proof, proven)] : settled(proof, proven, result)),
  ]);
}

const entriesIn = ({ participants }: JackpotProof): JackpotRound["entries"] =>
  participants.map(({ seq, playerId, clientSeed, stake }) => {
    return { betId: String(seq), seq, playerId, clientSeed, stake: String(minor(stake)) };
  });

/** The round as given in the proof, under the ledger's terms. */
function resultOf(proof: JackpotProof, { payload, recordedAt }: Opened) {
  const { id: roundId, gameId, currency, number, link, commitment, carried, serverSeed } = proof;
  const beacon = decidingBeaconOf(proof);
  const taken = { chain: proof.chain.number, link, commitment };
  const terms = pinnedTerms(payload);
  const entries = entriesIn(proof);
  const round = { roundId, number, openedAt: recordedAt, terms, taken, entries, beacon };
  claim(carried !== null && serverSeed !== null, "The proof leaves out what decides.");
  const signed = { round: beacon.round, signature: proof.beacon?.signature ?? "" };
  const drawn = { gameId, currency, round, carried: carried.before };
  return jackpotResult(drawn, { beacon: signed, seed: serverSeed }).payload;
}

/** Lines, tickets and pot; the last entry was made before the beacon was out. */
function players(proof: JackpotProof, last: RecordedEvent): string {
  const { participants, id: roundId, currency, gameId } = proof;
  let pot = 0n;
  const lines = participants.map(({ seq, playerId, clientSeed, stake, from, to, line }, index) => {
    const participant = { seq, playerId, clientSeed, stake: minor(stake), instances: [] };
    claim(
      seq === index && line === participantLine(participant),
      `Entry ${index} is not what its line says.`,
    );
    const isNext = minor(from) === pot && minor(to) === pot + participant.stake;
    claim(isNext, `The tickets of entry ${index} do not follow on those before it.`);
    pot += participant.stake;
    return participant;
  });
  claim(pot === minor(proof.pot), "The entries are not the pot.");
  claim(toHex(participantsDigest(lines)) === proof.participantsDigest, "The lines give another digest.");
  const entry = participants.at(-1);
  claim(entry !== undefined, "A round has entries.");
  const { seq, playerId, clientSeed, stake, from, to } = entry;
  const amounts = { stake: String(minor(stake)), from: String(minor(from)), to: String(minor(to)) };
  const told = { roundId, currency, gameId, seq, playerId, clientSeed, ...amounts };
  claim(says(last.payload, told), "The last entry is not what the ledger says.");
  claimBlind(proof, last);
  return proof.participantsDigest;
}

function settled(
  proof: JackpotProof,
  proven: ProvenJackpot,
  result: () => ReturnType<typeof resultOf>,
): readonly RoundStep[] {
  const ended = () => toldBy(proof, proven.ended, jackpotSettled);
  return [
    stepOf("result", () => {
      const { digest, ticket, winnerSeq } = result();
      claim(digest === proof.digest, `The digest is ${digest}.`);
      const isWinner = minor(proof.ticket ?? "") === BigInt(ticket) && winnerSeq === proof.winnerSeq;
      claim(isWinner, `The ticket is ${formatMinor(BigInt(ticket))}, of entry ${winnerSeq}.`);
      return `${digest} gives ticket ${proof.ticket} of ${proof.pot}, of entry ${winnerSeq}`;
    }),
    stepOf("payouts", () => {
      const { payout, rake, share, carried } = result();
      const isPaid =
        amountOf(proof.payout) === BigInt(payout) &&
        amountOf(proof.rake) === BigInt(rake) &&
        amountOf(proof.share) === BigInt(share) &&
        proof.carried?.after === carried;
      const due = [payout, rake, share].map((amount) => formatMinor(BigInt(amount)));
      claim(
        isPaid,
        `Due are ${due[0]} to the winner, and ${due[1]} kept, of which ${due[2]} to the creator.`,
      );
      return `${proof.pot} less ${due[1]} is ${due[0]} to the winner; ${due[2]} to the creator`;
    }),
    stepOf("ended", () => {
      claimInTime(proof, ended());
      return claimEnded(proof, ended(), result());
    }),
  ];
}

/** A void round: all stakes were returned, and not too early. */
function voided(proof: JackpotProof, { ended }: ProvenJackpot): RoundStep {
  return stepOf("ended", () => {
    const { id: roundId, currency, gameId, serverSeed, reason } = proof;
    const event = toldBy(proof, ended, jackpotVoided);
    claim((reason === "alone") === (proof.beacon === null), "It was given up for another reason.");
    const from =
      proof.beacon === null ? Date.parse(proof.openedAt) + ALONE_MS : voidFrom(decidingBeaconOf(proof));
    claim(event.recordedAt >= from - CLOCK_DOUBT_MS, "It was given up while it could yet be drawn.");
    const found = claimEnded(proof, event, { roundId, currency, gameId, reason, seed: serverSeed });
    return `${found}; stakes of ${formatMinor(potOf({ entries: entriesIn(proof) }))} went back`;
  });
}
