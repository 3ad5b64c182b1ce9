import { createHash, randomBytes } from "node:crypto";
import { st1Message } from "#domain/fairness/st1.ts";
import { coinflipStream } from "#domain/features/live-coinflips/events.ts";
import type { SeedSource } from "#domain/features/seed-pairs/seed-source.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { HexKeyHmac } from "./hex-key-hmac.ts";
import { NotLoaded } from "./not-loaded.ts";

const SERVER_SEED_BYTES = 32;

/** A sealed seed as its row keeps it. */
export interface SealedSeedRow {
  readonly commitment: string;
  readonly owner: string;
  readonly pair: number;
  readonly sealed: string;
}

/** What binds a seal to its place, so that sealed seeds cannot be swapped. */
export const seedPlace = (logId: number, row: Omit<SealedSeedRow, "sealed">): string =>
  `florin-seed/${logId}/${row.owner}/${row.pair}/${row.commitment}`;

interface KeptSeed {
  readonly text: string;
  /** Made once the seed is played with. */
  hmac: HexKeyHmac | null;
}

/**
 * Keeps the texts of unrevealed server seeds in memory, by commitment, and draws new ones. Nothing but a digest
 * or an event that reveals a seed ever leaves it.
 */
export class Vault {
  /** Null for a seed that was looked for and cannot be had: missing, or sealed with a key that is not ours. */
  readonly #seeds = new Map<string, KeptSeed | null>();
  readonly #sealer: Sealer;
  readonly #logId: number;
  readonly #max: number;
  readonly #random: (size: number) => Uint8Array;

  constructor(options: {
    readonly sealer: Sealer;
    readonly logId: number;
    readonly max: number;
    readonly random?: (size: number) => Uint8Array;
  }) {
    this.#sealer = options.sealer;
    this.#logId = options.logId;
    this.#max = options.max;
    this.#random = options.random ?? randomBytes;
  }

  /**
   * The text behind a commitment.
   * @throws NotLoaded when it is not in memory; InvariantError, to the one command that asked, when it cannot be had
   */
  text(commitment: string): string {
    return this.#seed(commitment).text;
  }

  /** HMAC-SHA256 keyed by the text behind a commitment. @throws as `text` does */
  hmac(commitment: string): HexKeyHmac {
    const seed = this.#seed(commitment);
    seed.hmac ??= new HexKeyHmac(seed.text);
    return seed.hmac;
  }

  #seed(commitment: string): KeptSeed {
    const seed = this.#seeds.get(commitment);
    if (seed === undefined) throw new NotLoaded({ seed: commitment });
    // Said once: whoever asks next has it looked for again.
    if (seed === null) this.#seeds.delete(commitment);
    invariant(seed !== null, `the seed behind ${commitment} is kept, sealed with a key of this service`);
    return seed;
  }

  has(commitment: string): boolean {
    return this.#seeds.has(commitment);
  }

  /**
   * Opens a sealed row and keeps it. One that no key opens, or that is another's, fails the commands that ask for
   * the seed, and not those which happen to be loaded with them.
   */
  unseal(row: SealedSeedRow): void {
    const plain = this.#sealer.open(row.sealed, seedPlace(this.#logId, row));
    const text = plain === null ? null : Buffer.from(plain).toString("latin1");
    this.#keep(row.commitment, text !== null && isCommittedTo(row.commitment, text) ? text : null);
  }

  /** Says that there is no row for a commitment, so that nobody waits for it. */
  missing(commitment: string): void {
    this.#keep(commitment, null);
  }

  /** Draws a seed and seals it for its owner and pair. The row is written only if the command is accepted. */
  draw(owner: string, pair: number, commit = commitmentOf): SealedSeedRow {
    const text = Buffer.from(this.#random(SERVER_SEED_BYTES)).toString("hex");
    const commitment = commit(text);
    this.#keep(commitment, text);
    const place = { commitment, owner, pair };
    const sealed = this.#sealer.seal(Buffer.from(text, "latin1"), seedPlace(this.#logId, place));
    return { ...place, sealed };
  }

  #keep(commitment: string, text: string | null): void {
    this.#seeds.delete(commitment);
    this.#seeds.set(commitment, text === null ? null : { text, hmac: null });
    if (this.#seeds.size <= this.#max) return;
    for (const oldest of this.#seeds.keys()) {
      this.#seeds.delete(oldest);
      return;
    }
  }
}

/** The SHA-256 of a server seed's text, as hex: what players see before their games. */
export function commitmentOf(serverSeed: string): string {
  return createHash("sha256").update(serverSeed, "latin1").digest("hex");
}

/** The SHA-256 of a server seed's bytes, as hex: what is shown of the seed of a game between players. */
export function gameCommitmentOf(serverSeed: string): string {
  return createHash("sha256").update(serverSeed, "hex").digest("hex");
}

/** Whether a seed is the one behind a commitment, in whichever of the two schemes it serves. */
const isCommittedTo = (commitment: string, serverSeed: string): boolean =>
  commitment === commitmentOf(serverSeed) || commitment === gameCommitmentOf(serverSeed);

/** A game between players has one seed. */
export const PAIR_OF_GAME = 0;

const NOTHING_USED: readonly SealedSeedRow[] = [];

/** The seeds of one command: what it may open, and what was drawn for it, once however often it is decided. */
export class CommandSeeds implements SeedSource {
  readonly #vault: Vault;
  readonly #owner: string;
  /** Made when something is drawn, which few commands do. */
  #drawn: Map<number | string, SealedSeedRow> | null = null;
  #used: readonly SealedSeedRow[] = NOTHING_USED;

  constructor(vault: Vault, owner: string) {
    this.#vault = vault;
    this.#owner = owner;
  }

  /** Forgets which draws the last run of the decision used; the draws themselves stay. */
  begin(): void {
    this.#used = NOTHING_USED;
  }

  /** The rows to write if this run of the decision is accepted. */
  get used(): readonly SealedSeedRow[] {
    return this.#used;
  }

  digest(serverSeedHash: string, clientSeed: string, nonce: number): Uint8Array {
    return this.#vault.hmac(serverSeedHash).digest(st1Message(clientSeed, nonce));
  }

  reveal(serverSeedHash: string): string {
    return this.#vault.text(serverSeedHash);
  }

  fresh(pair: number): string {
    return this.#use(pair, () => this.#vault.draw(this.#owner, pair));
  }

  forGame(gameId: string): string {
    const draw = () => this.#vault.draw(coinflipStream(gameId), PAIR_OF_GAME, gameCommitmentOf);
    return this.#use(gameId, draw);
  }

  /** Uses what was drawn before, or draws it. */
  #use(what: number | string, draw: () => SealedSeedRow): string {
    this.#drawn ??= new Map();
    let row = this.#drawn.get(what);
    if (row === undefined) {
      row = draw();
      this.#drawn.set(what, row);
    }
    this.#used = [...this.#used, row];
    return row.commitment;
  }
}
