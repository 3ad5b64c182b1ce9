import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Side } from "#domain/fairness/st1.ts";
import type { FlipOutcome } from "#domain/features/house-flips/flip.ts";
import type { RotateAnswer } from "#domain/features/seed-pairs/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Outcome } from "#service/event-store/commands/submission.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { fundBankCommand } from "#service/features/bank/fund-command.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { createLogWriter, type LogWriterOptions } from "#service/features/log-writer.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { rotateCommand } from "#service/features/seed-pairs/rotate-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { createSealer } from "#service/keys/seal.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { identityOf } from "#service/lab/testing/identities.ts";
import { createHeadSigner, type HeadKey } from "#service/ledger/heads/head-signer.ts";

/** Default start of a world's clock: the first second of 2026. */
export const WORLD_BEGINS_AT = Date.parse("2026-01-01T00:00:00.000Z");

/** Funds of a world's bank, in each currency. */
const BANK_FUNDS = minor("1000000.00");

/** Seals the seeds of every world, so that two writers on one database can open each other's. */
export const worldSealer = createSealer({ keys: [{ id: "test", bytes: new Uint8Array(32).fill(7) }] });

const vectors = new URL("../../../docs/vectors/log.json", import.meta.url);

/** The published key of the log format's vectors, which signs the heads of every world. */
export const worldHeadKey = (JSON.parse(readFileSync(vectors, "utf8")) as { readonly key: HeadKey }).key;
export const worldSigner = createHeadSigner({ keys: [worldHeadKey] });

export interface WorldOptions {
  /** An own database instead of a fresh one. */
  readonly db?: OpenDatabase;
  /** The role to use on a fresh database. */
  readonly role?: string;
  /** Makes seeds reproducible when given; otherwise they are random. */
  readonly seed?: string;
  readonly writer?: Partial<LogWriterOptions>;
}

/** A database with a writer on it, and players. Each command comes one millisecond after the previous one. */
export interface World {
  readonly db: OpenDatabase;
  readonly writer: Writer;
  /** Trouble that the writer reported; empty in a test that goes well. */
  readonly troubles: readonly string[];
  /** The time of the newest command, in milliseconds. */
  readonly now: number;
  /** Advances the clock. */
  wait(ms: number): void;
  /** Registers `p_<name>`, with an identity beside the log, and gives the player's id. */
  register(name: string): Promise<string>;
  /** @param stake such as "1.00", in the currency of the side */
  flip(playerId: string, side: Side, stake: string): Promise<Outcome<FlipOutcome>>;
  rotate(playerId: string, clientSeed: string): Promise<Outcome<RotateAnswer>>;
  /** The origin of a player's next command, for commands of a test's own. */
  origin(playerId: string): CommandOrigin;
  stop(): Promise<void>;
}

/**
 * Makes a database with a funded bank and a running writer.
 * @example const world = await createWorld(engine); await world.flip(await world.register("alice"), "rbx", "1.00");
 */
export async function createWorld(engine: TestEngine, options: WorldOptions = {}): Promise<World> {
  const db = options.db ?? (await engine.fresh(options.role === undefined ? {} : { role: options.role }));
  const troubles: string[] = [];
  const writer = createLogWriter({
    db,
    sealer: worldSealer,
    onTrouble: (what, error) => troubles.push(`${what}: ${error.message}`),
    ...(options.seed === undefined ? {} : { random: repeatable(options.seed) }),
    ...options.writer,
  });
  await writer.start();
  const world = new PlayedWorld(db, writer, troubles);
  await world.fund();
  return world;
}

class PlayedWorld implements World {
  readonly db: OpenDatabase;
  readonly writer: Writer;
  readonly troubles: readonly string[];
  #now = WORLD_BEGINS_AT;

  constructor(db: OpenDatabase, writer: Writer, troubles: readonly string[]) {
    this.db = db;
    this.writer = writer;
    this.troubles = troubles;
  }

  get now(): number {
    return this.#now;
  }

  wait(ms: number): void {
    this.#now += ms;
  }

  async fund(): Promise<void> {
    committed(await this.writer.submit(fundBankCommand(BANK_FUNDS, this.#now)));
  }

  async register(name: string): Promise<string> {
    const playerId = `p_${name}`;
    const command = { playerId, clientSeed: `client-seed-of-${name}` };
    const identity = identityOf(playerId, { platformId: `platform-${name}`, name, at: this.#now });
    committed(await this.writer.submit(registerCommand(this.origin(playerId), command, identity)));
    return playerId;
  }

  flip(playerId: string, side: Side, stake: string): Promise<Outcome<FlipOutcome>> {
    return this.writer.submit(flipCommand(this.origin(playerId), { playerId, side, stake: minor(stake) }));
  }

  rotate(playerId: string, clientSeed: string): Promise<Outcome<RotateAnswer>> {
    return this.writer.submit(rotateCommand(this.origin(playerId), { playerId, clientSeed }));
  }

  origin(playerId: string): CommandOrigin {
    this.#now += 1;
    return playerOrigin(playerId, this.#now);
  }

  stop(): Promise<void> {
    return this.writer.stop();
  }
}

function committed(outcome: Outcome): void {
  if (outcome.kind === "failed") throw outcome.error;
  if (outcome.kind !== "committed") throw new Error(`A world could not be made: ${JSON.stringify(outcome)}`);
}

/** Reproducible bytes that look random: SHA-256 of the seed and a counter. */
function repeatable(seed: string): (size: number) => Uint8Array {
  let drawn = 0;
  return (size) => {
    const blocks: Buffer[] = [];
    for (let bytes = 0; bytes < size; bytes += 32) {
      blocks.push(createHash("sha256").update(`${seed}:${drawn}`).digest());
      drawn += 1;
    }
    return new Uint8Array(Buffer.concat(blocks)).slice(0, size);
  };
}
