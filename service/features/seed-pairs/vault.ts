import { randomBytes } from "node:crypto";
import { invariant } from "#domain/kernel/invariant.ts";
import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";
import type { SecretStore } from "#service/event-store/append/secrets.ts";
import { NotLoaded } from "#service/event-store/states/not-loaded.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { ChainLinks } from "./chain-links.ts";
import { CommandSeeds } from "./command-seeds.ts";
import { commitmentOf, isCommittedTo } from "./commitments.ts";
import { HexKeyHmac } from "./hex-key-hmac.ts";
import { type SealedSeedRow, seedPlace } from "./sealed-seeds.ts";

const SERVER_SEED_BYTES = 32;

interface KeptSeed {
  readonly text: string;
  /** Made on first use. */
  hmac: HexKeyHmac | null;
  /** For the root of a hash chain; null for other seeds. */
  readonly links: ChainLinks | null;
}

/**
 * Holds the texts of unrevealed server seeds in memory, by commitment, and draws new ones; for hash chains the roots,
 * by terminal. Seeds leave it only as digests or in events that reveal them.
 */
export class Vault implements SecretStore {
  /** Null for a seed that is unavailable: missing, or sealed with an unknown key. */
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
   * @throws NotLoaded when it is not in memory; InvariantError, for the one calling command, when it is unavailable
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

  /** A link of the chain with this terminal, as hex. @throws as `text` does */
  link(terminal: string, index: number): string {
    const { links } = this.#seed(terminal);
    invariant(links !== null, `${terminal} is the terminal of a chain`);
    return links.at(index).toString("hex");
  }

  #seed(commitment: string): KeptSeed {
    const seed = this.#seeds.get(commitment);
    if (seed === undefined) throw new NotLoaded({ secret: commitment });
    // Reported once; the next command triggers another look-up.
    if (seed === null) this.#seeds.delete(commitment);
    invariant(seed !== null, `the seed behind ${commitment} is kept, sealed with a key of this service`);
    return seed;
  }

  has(commitment: string): boolean {
    return this.#seeds.has(commitment);
  }

  async load(commitments: readonly string[], sql: Pick<Sql, "run">): Promise<void> {
    const rows = await sql.run<SealedSeedRow & Row>({
      name: "load_seeds",
      text: "select commitment, owner, pair, sealed from sealed_seeds where commitment = any($1::text[])",
      values: [arrayLiteral(commitments)],
    });
    for (const row of rows) {
      const seed = this.#openSeed(row);
      if (seed === null) await this.#unsealChain(row);
      else this.#keep(row.commitment, seed);
    }
    const found = new Set(rows.map(({ commitment }) => commitment));
    for (const commitment of commitments) if (!found.has(commitment)) this.missing(commitment);
  }

  forCommand(owner: string): CommandSeeds {
    return new CommandSeeds(this, owner);
  }

  /**
   * Opens and stores a sealed row. One that no key opens, or that does not match, fails only commands that need the
   * seed, not those loaded together with it. @returns false if it is not a seed
   */
  unseal(row: SealedSeedRow): boolean {
    const seed = this.#openSeed(row);
    this.#keep(row.commitment, seed);
    return seed !== null;
  }

  /** The seed of a sealed row; null if no key opens it, or it does not match the commitment. */
  #openSeed(row: SealedSeedRow): string | null {
    const text = this.#open(row);
    return text !== null && isCommittedTo(row.commitment, text) ? text : null;
  }

  /**
   * Opens a possible root of a chain, and yields to other work while hashing. Until then it counts as not loaded, so
   * commands that need a link wait.
   */
  async #unsealChain(row: SealedSeedRow): Promise<void> {
    const text = this.#open(row);
    const links = text === null ? null : await ChainLinks.upTo(Buffer.from(text, "hex"), row.commitment);
    this.#keep(row.commitment, links === null ? null : text, links);
  }

  #open(row: SealedSeedRow): string | null {
    const plain = this.#sealer.open(row.sealed, seedPlace(this.#logId, row));
    return plain === null ? null : Buffer.from(plain).toString("latin1");
  }

  /** Marks a commitment as having no row, so that no command waits for it. */
  missing(commitment: string): void {
    this.#keep(commitment, null);
  }

  /** Draws a seed, and seals it for its owner and pair. The row is written only if the command is accepted. */
  draw(owner: string, pair: number, commit = commitmentOf): SealedSeedRow {
    const text = Buffer.from(this.#random(SERVER_SEED_BYTES)).toString("hex");
    const commitment = commit(text);
    this.#keep(commitment, text);
    const place = { commitment, owner, pair };
    const sealed = this.#sealer.seal(Buffer.from(text, "latin1"), seedPlace(this.#logId, place));
    return { ...place, sealed };
  }

  #keep(commitment: string, text: string | null, links: ChainLinks | null = null): void {
    this.#seeds.delete(commitment);
    this.#seeds.set(commitment, text === null ? null : { text, hmac: null, links });
    if (this.#seeds.size <= this.#max) return;
    for (const oldest of this.#seeds.keys()) {
      this.#seeds.delete(oldest);
      return;
    }
  }
}
