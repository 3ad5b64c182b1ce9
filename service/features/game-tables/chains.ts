import { randomBytes } from "node:crypto";
import { CURRENCIES, type Currency } from "#domain/accounts/account.ts";
import { CHAIN_LENGTH } from "#domain/features/game-tables/rules.ts";
import { type GameType, type TableName, tableStream } from "#domain/features/game-tables/table.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { SideRow } from "#service/event-store/append/side-tables.ts";
import { ChainLinks } from "#service/features/seed-pairs/chain-links.ts";
import { type SealedSeedRow, sealedSeeds, seedPlace } from "#service/features/seed-pairs/sealed-seeds.ts";
import type { Sealer } from "#service/keys/seal.ts";

const ROOT_BYTES = 32;

/** A drawn chain that is not announced yet. Its root is stored, sealed, by the announcing command. */
export interface DrawnChain {
  readonly terminal: string;
  readonly rows: readonly SideRow[];
}

/** The chains that a new game commits to. */
export interface DrawnChains {
  freshChain(currency: Currency): string;
  readonly rows: readonly SideRow[];
}

/** Draws hash chains before their announcements are submitted, so that no decision waits for the hashing. */
export class ChainMaker {
  readonly #sealer: Sealer;
  readonly #logId: number;

  constructor(sealer: Sealer, logId: number) {
    this.#sealer = sealer;
    this.#logId = logId;
  }

  /** Draws a table's chain with a given number. */
  async draw(table: TableName, number: number): Promise<DrawnChain> {
    const root = randomBytes(ROOT_BYTES);
    const { terminal } = await ChainLinks.of(root, CHAIN_LENGTH);
    const place = { commitment: terminal, owner: tableStream(table), pair: number };
    const plain = Buffer.from(root.toString("hex"), "latin1");
    const sealed = this.#sealer.seal(plain, seedPlace(this.#logId, place));
    const row: SealedSeedRow = { ...place, sealed };
    return { terminal, rows: [{ table: sealedSeeds, row }] };
  }

  /** Draws a new game's first chains, one for each currency; none for a coinflip, which has no rounds. */
  async drawFor({ gameType, gameId }: { gameType: GameType; gameId: string }): Promise<DrawnChains> {
    const drawn = new Map<Currency, DrawnChain>();
    if (gameType !== "coinflip") {
      for (const currency of CURRENCIES)
        drawn.set(currency, await this.draw({ gameType, gameId, currency }, 1));
    }
    return {
      freshChain: (currency) => {
        const chain = drawn.get(currency);
        invariant(chain !== undefined, "a game that is played in rounds has a chain for each currency");
        return chain.terminal;
      },
      rows: [...drawn.values()].flatMap(({ rows }) => rows),
    };
  }
}
