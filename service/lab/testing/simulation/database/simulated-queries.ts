import type { Row, SqlValue, Statement } from "#projections/kernel/sql.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { readNumbers, readTexts } from "./column-text.ts";
import type { SimulatedLog } from "./simulated-log.ts";
import { holdingKey, type StoredEvent } from "./stored-log.ts";

type Query = (log: SimulatedLog, values: readonly SqlValue[], limit: number) => readonly Row[];

const headRow = ({ head }: SimulatedLog): Row => ({
  head_position: BigInt(head.position),
  head_block: BigInt(head.block),
  head_hash: head.hash,
  head_recorded_at: BigInt(head.recordedAt),
});

const knownHash = ({ blocks }: SimulatedLog, position: SqlValue | undefined): Row => ({
  known_hash: blocks.find(({ to }) => to === Number(position))?.hash ?? null,
});

const after = (log: SimulatedLog, position: SqlValue | undefined, limit: number): readonly StoredEvent[] =>
  log.events.slice(Number(position), Number(position) + limit);

const NO_EVENT: Row = { position: null, stream: null };

/** The event store's read-only statements, and the one that stores snapshots, by name. */
const queries: { readonly [name: string]: Query } = {
  read_head: (log) => [headRow(log)],
  lock_head: (log, [, position]) => [{ ...headRow(log), ...knownHash(log, position) }],
  check_head: (log, [, position, hash]) =>
    log.isAt({ position: Number(position), hash: hash as Uint8Array }) ? [{ unmoved: 1 }] : [],
  follow: (log, [, position], limit) => after(log, position, limit),
  catch_up: (log, [, position], limit) => {
    const events = after(log, position, limit);
    return (events.length === 0 ? [NO_EVENT] : events).map((event) => ({
      ...headRow(log),
      ...knownHash(log, position),
      ...event,
    }));
  },
  load_holdings: (log, [, accounts, assets]) => {
    const assetOf = readTexts(assets);
    return readTexts(accounts).map((account, i) => {
      const asset = assetOf[i]!;
      const amount = log.holdings.get(holdingKey(account, asset)) ?? null;
      return {
        as_of: BigInt(log.head.position),
        account,
        asset,
        amount,
        number: log.numberOf(account, asset),
      };
    });
  },
  load_snapshots: (log, [, streams]) =>
    readTexts(streams).flatMap((stream) => {
      const found = log.snapshots.get(stream);
      if (found === undefined) return [];
      const { version, position, foldVersion, state } = found;
      const place = { version: BigInt(version), position: BigInt(position) };
      return [{ stream, ...place, fold_version: foldVersion, state }];
    }),
  load_streams: (log, [, streams, versions, positions], limit) => {
    const [versionOf, positionOf] = [readNumbers(versions), readNumbers(positions)];
    const as_of = BigInt(log.head.position);
    return readTexts(streams).flatMap((stream, i): readonly Row[] => {
      const events = log.folded(stream, { version: versionOf[i]!, position: positionOf[i]! }).slice(0, limit);
      return (events.length === 0 ? [NO_EVENT] : events).map((event) => ({
        as_of,
        folded: stream,
        ...event,
      }));
    });
  },
  load_seeds: (log, [commitments]) =>
    readTexts(commitments).flatMap((commitment): readonly Row[] => {
      const row = log.seeds.get(commitment);
      return row === undefined ? [] : [{ ...row }];
    }),
  look_up_commands: (log, [ids]) =>
    readTexts(ids).flatMap((command_id) => {
      const row = log.commands.get(command_id);
      if (row === undefined) return [];
      const { requestHash, position, answer } = row;
      return [{ command_id, request_hash: requestHash, position: BigInt(position), answer }];
    }),
  save_snapshots: saveSnapshots,
};

function saveSnapshots(log: SimulatedLog, [, ...columns]: readonly SqlValue[]): readonly Row[] {
  const [streams, states] = [readTexts(columns[0]), readTexts(columns[4])];
  const [versions, positions, foldVersions] = [1, 2, 3].map((i) => readNumbers(columns[i])) as [
    number[],
    number[],
    number[],
  ];
  for (const [i, stream] of streams.entries()) {
    const kept = log.snapshots.get(stream);
    const row = {
      version: versions[i]!,
      position: positions[i]!,
      foldVersion: foldVersions[i]!,
      state: states[i]!,
    };
    if (kept !== undefined && kept.position >= row.position && kept.foldVersion === row.foldVersion) continue;
    log.snapshots.set(stream, row);
  }
  return [];
}

/** Statements whose first parameter is the log. */
const WITHOUT_LOG = new Set(["load_seeds", "look_up_commands"]);

/** The one statement without a name, so that its plan is not kept. */
const UNNAMED = "load_streams";

/** Runs a statement on the committed data. @throws on one that the simulation does not know */
export function runQuery(log: SimulatedLog, statement: Statement): readonly Row[] {
  const { name = UNNAMED, text, values = [] } = statement;
  const query = Object.hasOwn(queries, name) ? queries[name] : undefined;
  if (query === undefined) throw new Error(`The simulation does not know the statement "${name}"`);
  if (!WITHOUT_LOG.has(name) && values[0] !== LOG_ID) throw new Error(`${name} is about another log`);
  const limit = Number(/limit (\d+)/.exec(text)?.[1] ?? Number.MAX_SAFE_INTEGER);
  return query(log, values, limit);
}
