import { beaconValue, publishedAt } from "../../fairness/beacon.ts";
import { isNextLink, terminalOf } from "../../fairness/hash-chain.ts";
import { chainOfProof, isProvenSigned } from "../../fairness/proven-beacon.ts";
import { fromHex, toHex } from "../../kernel/bytes.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { EventDefinition, EventOf } from "../../kernel/events/event-definition.ts";
import { canonicalJson, type Json, type JsonObject } from "../../kernel/json.ts";
import { type Minor, minor } from "../../kernel/money.ts";
import type { Receipt } from "../../ledger/proof.ts";
import { type ReceiptPorts, verifyReceipt } from "../../ledger/receipt.ts";
import { type DecidingBeacon, isFixedByRule, isVoid } from "../game-tables/deciding-beacon.ts";
import { hashChainAnnounced } from "../game-tables/events.ts";
import { CLOCK_DOUBT_MS } from "../game-tables/rules.ts";
import { tableStream } from "../game-tables/table.ts";
import type { RoundProof } from "./proof.ts";

/** The steps of checking a round, in the order in which they are shown. */
export type RoundStepName =
  | "link"
  | "chain"
  | "opened"
  | "beacon"
  | "signature"
  | "players"
  | "result"
  | "payouts"
  | "ended";

/** What a step found, and whether it is what the proof claims. */
export interface RoundStep {
  readonly step: RoundStepName;
  readonly holds: boolean;
  /** What was computed, in words and figures. */
  readonly found: string;
}

/** What checking a round found; a round that has not ended has nothing to check. */
export interface RoundCheck {
  readonly steps: readonly RoundStep[];
  readonly isVerified: boolean;
}

/** @throws StepProblem when a claim does not hold */
export function claim(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new StepProblem(problem);
}

class StepProblem extends Error {}

/** Makes a step: it holds if nothing throws. Checking never fails, whatever a proof says. */
export function stepOf(step: RoundStepName, find: () => string): RoundStep {
  try {
    return { step, holds: true, found: find() };
  } catch (error) {
    const found =
      error instanceof StepProblem ? error.message : "The proof says what cannot be computed with.";
    return { step, holds: false, found };
  }
}

/** The combined result of the steps. */
export const checkOf = (steps: readonly RoundStep[]): RoundCheck => ({
  steps,
  isVerified: steps.length > 0 && steps.every(({ holds }) => holds),
});

/** An event that a receipt proves to be in the log, or why it does not. */
export type Proven = { readonly event: RecordedEvent } | { readonly problem: string };

/** Checks the receipts of a proof. */
export async function provenBy<N extends string>(
  receipts: { readonly [name in N]: Receipt | null },
  ports: ReceiptPorts,
): Promise<{ readonly [name in N]: Proven }> {
  const proven: Partial<Record<N, Proven>> = {};
  for (const name in receipts) {
    const receipt = receipts[name];
    const check = receipt === null ? null : await verifyReceipt(receipt, ports);
    if (check === null) proven[name] = { problem: "There is no receipt." };
    else proven[name] = check.ok ? { event: check.event } : { problem: check.problem };
  }
  return proven as { readonly [name in N]: Proven };
}

/** The event of a receipt. @throws StepProblem unless it is of this type, in the stream of the round's table */
export function toldBy<D extends EventDefinition>(
  proof: RoundProof,
  proven: Proven,
  definition: D,
): RecordedEvent & EventOf<D> {
  claim("event" in proven, "problem" in proven ? proven.problem : "");
  const { event } = proven;
  claim(isOf(event, definition) && event.stream === tableStream(proof), "The receipt is of something else.");
  return event;
}

const isOf = <D extends EventDefinition>(
  event: RecordedEvent,
  definition: D,
): event is RecordedEvent & EventOf<D> => definition.is(event);

/** Whether a payload says all of this; it may say more. */
export const says = (payload: JsonObject, told: { readonly [key: string]: Json }): boolean =>
  Object.entries(told).every(([key, value]) => canonicalJson(payload[key] ?? null) === canonicalJson(value));

/** A multiplier or a percentage with two decimals in hundredths. */
export const hundredthsOf = (text: string): number => Number.parseInt(String(minor(text)), 10);
/** An amount that can be unknown. */
export const amountOf = (text: string | null): Minor => {
  claim(text !== null, "An amount is missing.");
  return minor(text);
};

/** The beacon of a proof as events name it. */
export function decidingBeaconOf({ beacon }: RoundProof): DecidingBeacon {
  claim(beacon !== null, "No beacon is fixed.");
  const { chainHash, publicKey, kind, genesisAt, periodMs, round, closesAt } = beacon;
  const chain = { chainHash, genesisAt: Date.parse(genesisAt), kind, periodMs, publicKey };
  return { chain, closesAt: Date.parse(closesAt), round };
}

/** What every round's first event says. */
const openedSays = (proof: RoundProof) => ({
  roundId: proof.id,
  gameId: proof.gameId,
  currency: proof.currency,
  number: proof.number,
  version: proof.version,
  edge: hundredthsOf(proof.houseEdge),
  housePart: hundredthsOf(proof.housePart),
  chain: proof.chain.number,
  link: proof.link,
  commitment: proof.commitment,
});

/** Whether the first event of a round is that of the proof; further claims of its kind come with it. */
export function claimOpened(
  proof: RoundProof,
  { payload, recordedAt }: RecordedEvent,
  further: { readonly [key: string]: Json } = {},
): void {
  claim(
    says(payload, { ...openedSays(proof), ...further }),
    "The receipt is of another round, or other terms.",
  );
  claim(recordedAt === Date.parse(proof.openedAt), "The round opened at another time.");
}

const seconds = (ms: number): string => `${Math.trunc(ms / 1_000)} s`;

/** The steps that rounds of every kind begin with. */
export function commonSteps(
  proof: RoundProof,
  {
    chain,
    opened,
    fixing,
  }: { readonly chain: Proven; readonly opened: () => RecordedEvent; readonly fixing: () => RecordedEvent },
  windowMs: number,
): readonly RoundStep[] {
  const steps = [
    stepOf("link", () => linkOfChain(proof)),
    stepOf("chain", () => announced(proof, toldBy(proof, chain, hashChainAnnounced), opened())),
    stepOf(
      "opened",
      () => `Position ${opened().position}, round ${proof.number} by version ${proof.version}`,
    ),
  ];
  if (proof.beacon === null) return steps;
  return [
    ...steps,
    stepOf("beacon", () => fixed(proof, fixing(), windowMs)),
    ...(proof.status === "void" ? [] : [stepOf("signature", () => signed(proof))]),
  ];
}

/** The link hashes to the commitment and, further on, to the terminal published before the chain's first round. */
function linkOfChain({ serverSeed, commitment, chain, link }: RoundProof): string {
  const [seed, previous] = [fromHex(serverSeed ?? ""), fromHex(commitment)];
  claim(
    seed !== null && previous !== null && isNextLink(seed, previous),
    "The seed does not give the commitment.",
  );
  claim(link <= chain.length, "The chain has no such link.");
  const terminal = toHex(terminalOf({ root: seed, length: link }));
  claim(terminal === chain.terminal, `Hashed ${link} times, the seed does not give the chain's terminal.`);
  return commitment;
}

function announced(proof: RoundProof, { payload, position }: RecordedEvent, opened: RecordedEvent): string {
  const { currency, gameId, gameType, chain } = proof;
  claim(says(payload, { currency, gameId, gameType, ...chain }), "Another chain was published.");
  claim(position < opened.position, "The chain was published after the round opened.");
  return `Position ${position}, link 0 of ${chain.length.toLocaleString("en-US")}: ${chain.terminal}`;
}

function fixed(
  proof: RoundProof,
  { payload, position, recordedAt }: RecordedEvent,
  windowMs: number,
): string {
  const deciding = decidingBeaconOf(proof);
  const { beacon } = proof;
  claim(says(payload, { beacon: deciding }), "Another beacon round was fixed.");
  const dueAt = publishedAt(deciding.round, deciding.chain);
  claim(Date.parse(beacon?.publishAt ?? "") === dueAt, "The beacon round is due at another time.");
  claim(
    beacon?.operatorRun === (deciding.chain.kind === "local"),
    "It is not said right who runs the beacon.",
  );
  claim(
    isFixedByRule(deciding, recordedAt, windowMs),
    "The beacon round is not the first that leaves time for bets.",
  );
  return `Position ${position}: round ${deciding.round}, fixed ${seconds(dueAt - recordedAt)} before it was out`;
}

function signed({ beacon }: RoundProof): string {
  claim(
    beacon?.signature != null && isProvenSigned(beacon),
    "The signature is not by the key of the beacon.",
  );
  const value = toHex(beaconValue({ round: beacon.round, signature: beacon.signature }));
  claim(value === beacon.value, "The signature gives another value.");
  return value;
}

/** Whether something was in the log before anybody could know the beacon. */
export function claimBlind(proof: RoundProof, { recordedAt }: RecordedEvent): void {
  if (proof.beacon === null) return;
  const dueAt = publishedAt(proof.beacon.round, chainOfProof(proof.beacon));
  claim(recordedAt < dueAt, "It was written when the beacon could be known.");
}

/** Whether a round was decided before it could be void. */
export function claimInTime(proof: RoundProof, { recordedAt }: RecordedEvent): void {
  const isLate = isVoid(decidingBeaconOf(proof), recordedAt - CLOCK_DOUBT_MS);
  claim(!isLate, "A day had passed since the beacon: the round was void.");
}

/** Whether the round's last event is the expected one, as the proof says. */
export function claimEnded(proof: RoundProof, event: RecordedEvent, due: JsonObject): string {
  claim(says(event.payload, due), "The ledger says something else than this comes to.");
  claim(event.position === proof.position, "The round ended at another position.");
  claim(
    proof.endedAt !== null && event.recordedAt === Date.parse(proof.endedAt),
    "It ended at another time.",
  );
  return `Position ${event.position}, under a signed head of the ledger`;
}
