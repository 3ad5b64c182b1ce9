import type { SeedSource } from "#domain/fairness/seed-source.ts";
import { st1Message } from "#domain/fairness/st1.ts";
import type { StreamName } from "#domain/kernel/events/event.ts";
import type { CommandSecrets } from "#service/event-store/append/secrets.ts";
import type { SideRow } from "#service/event-store/append/side-tables.ts";
import { gameCommitmentOf } from "./commitments.ts";
import { PAIR_OF_GAME, type SealedSeedRow, sealedSeeds } from "./sealed-seeds.ts";
import type { Vault } from "./vault.ts";

const NOTHING_USED: readonly SideRow[] = [];

/** The seeds of one command: those it may open, and those drawn for it, once however often it is decided. */
export class CommandSeeds implements SeedSource, CommandSecrets {
  readonly #vault: Vault;
  readonly #owner: string;
  /** Made on the first draw, which few commands need. */
  #drawn: Map<number | string, SealedSeedRow> | null = null;
  #used: readonly SideRow[] = NOTHING_USED;

  constructor(vault: Vault, owner: string) {
    this.#vault = vault;
    this.#owner = owner;
  }

  /** Clears which draws the last run of the decision used; the draws themselves stay. */
  begin(): void {
    this.#used = NOTHING_USED;
  }

  /** The rows to write if this run of the decision is accepted. */
  get used(): readonly SideRow[] {
    return this.#used;
  }

  digest(serverSeedHash: string, clientSeed: string, nonce: number): Uint8Array {
    return this.#vault.hmac(serverSeedHash).digest(st1Message(clientSeed, nonce));
  }

  reveal(serverSeedHash: string): string {
    return this.#vault.text(serverSeedHash);
  }

  link(terminal: string, index: number): string {
    return this.#vault.link(terminal, index);
  }

  fresh(pair: number): string {
    return this.#use(pair, () => this.#vault.draw(this.#owner, pair));
  }

  forGame(game: StreamName): string {
    return this.#use(game, () => this.#vault.draw(game, PAIR_OF_GAME, gameCommitmentOf));
  }

  /** Returns an earlier draw, or draws. */
  #use(what: number | string, draw: () => SealedSeedRow): string {
    this.#drawn ??= new Map();
    let row = this.#drawn.get(what);
    if (row === undefined) {
      row = draw();
      this.#drawn.set(what, row);
    }
    this.#used = [...this.#used, { table: sealedSeeds, row }];
    return row.commitment;
  }
}
