import { provenBeacon } from "#domain/fairness/proven-beacon.ts";
import type { JackpotProof } from "#domain/features/game-rounds/proof.ts";
import type { TakenLink } from "#domain/features/game-tables/chain.ts";
import type { DecidingBeacon } from "#domain/features/game-tables/deciding-beacon.ts";
import { type TableName, tableStream } from "#domain/features/game-tables/table.ts";
import { percentText } from "#domain/features/user-games/rules.ts";
import type { ShareRates } from "#domain/features/user-games/share.ts";
import type { PinnedTerms } from "#domain/features/user-games/user-game.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventDefinition, EventOf } from "#domain/kernel/events/event-definition.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { BASIS_POINTS } from "#domain/kernel/money.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import { announcedChain } from "#projections/features/game-tables/chains.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { instantOf, moneyOf } from "#projections/kernel/values.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";
import { receiptsOf } from "#service/ledger/receipts.ts";

/** Maximum events of a round in its table's stream: a full round of crash has two per bet, and three more. */
const EVENTS_MAX = 500;

/** A round, and the position of its first event. */
export interface LoggedRound extends TableName {
  readonly roundId: string;
  readonly openedPosition: number;
}

type Recorded<D extends EventDefinition> = RecordedEvent & EventOf<D>;

/** A round as logged. A proof made from it cannot reveal what is not logged yet. */
export class RoundLog {
  readonly #events: readonly RecordedEvent[];
  readonly #context: SigningContext;

  private constructor(events: readonly RecordedEvent[], context: SigningContext) {
    this.#events = events;
    this.#context = context;
  }

  static async read(round: LoggedRound, context: SigningContext): Promise<RoundLog> {
    const { sql, logId } = context;
    const rows = await sql.run<EventRow>({
      name: "events_of_round",
      text: `select ${EVENT_COLUMNS} from events where log_id = $1 and stream = $2
        and version >= (select version from events where log_id = $1 and position = $3)
        order by version limit ${EVENTS_MAX}`,
      values: [logId, tableStream(round), round.openedPosition],
    });
    // The table's next round may have begun meanwhile.
    const own = rows.map(eventOf).filter(({ payload }) => payload.roundId === round.roundId);
    return new RoundLog(own, context);
  }

  all<D extends EventDefinition>(definition: D): readonly Recorded<D>[] {
    return this.#events.filter((event): event is Recorded<D> => definition.is(event));
  }

  /** Null if not there yet. */
  one<D extends EventDefinition>(definition: D): Recorded<D> | null {
    return this.all(definition).at(-1) ?? null;
  }

  /** The receipts of events by name, read together; null for one that is not there yet. */
  async receipts<N extends string>(
    of: Readonly<Record<N, Pick<RecordedEvent, "position"> | null>>,
  ): Promise<Record<N, Receipt | null>> {
    const events = Object.entries<Pick<RecordedEvent, "position"> | null>(of);
    const positions = events.flatMap(([, event]) => (event === null ? [] : [event.position]));
    const found = await receiptsOf([...new Set(positions)], this.#context);
    const named = events.map(([name, event]) => [name, (event && found.get(event.position)) ?? null]);
    return Object.fromEntries(named) as Record<N, Receipt | null>;
  }
}

/** The first event of a round of any kind. */
type Opened = RecordedEvent & {
  readonly payload: PinnedTerms & TakenLink & { readonly number: number };
};
/** The event that ended it, settled or void. */
type Ended = RecordedEvent & { readonly payload: { readonly seed: string } };

/** What the proofs of rounds of every kind say, and where the chain was announced. */
export async function commonInProof<T extends LoggedRound>(
  models: ReadModels,
  { round, opened, ended }: { readonly round: T; readonly opened: Opened; readonly ended: Ended | null },
) {
  const { roundId, gameId, currency } = round;
  const { chain: chainNumber, link, commitment, number, version, edge, housePart } = opened.payload;
  const announced = await announcedChain(models, { gameId, currency, number: chainNumber });
  invariant(announced !== null, "a round takes a link of a chain that was announced");
  const { position, ...chain } = announced;
  const common = {
    id: roundId,
    gameType: round.gameType as T["gameType"],
    gameId,
    currency,
    number,
    version,
    houseEdge: percentText(edge),
    housePart: percentText(housePart),
    chain,
    link,
    commitment,
    serverSeed: ended?.payload.seed ?? null,
    openedAt: instantOf(opened.recordedAt),
    endedAt: ended && instantOf(ended.recordedAt),
    position: (ended ?? opened).position,
  };
  return { common, announced: { position } };
}

/** A round's beacon for its proof. */
export const beaconInProof = (
  beacon: DecidingBeacon | null,
  signature: string | null,
): JackpotProof["beacon"] =>
  beacon && {
    ...provenBeacon(beacon.chain, beacon.round, signature),
    closesAt: instantOf(beacon.closesAt),
  };

/** A creator's share of a round, with the fraction carried in from earlier rounds, recomputed from the rest. */
export function shareInProof(
  { share, carried }: { readonly share: string; readonly carried: string },
  volume: bigint,
  { edge, housePart }: ShareRates,
) {
  const unit = BASIS_POINTS * BASIS_POINTS;
  const earned = volume * BigInt(edge) * (BASIS_POINTS - BigInt(housePart));
  const before = BigInt(share) * unit + BigInt(carried) - earned;
  return { share: moneyOf(BigInt(share)), carried: { before: String(before), after: carried } };
}
