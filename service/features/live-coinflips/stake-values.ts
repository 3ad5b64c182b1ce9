import { isCopy } from "#domain/accounts/item.ts";
import { valueOfCopy } from "#domain/features/limiteds/catalogue.ts";
import { currencyOfStakes, type Stake } from "#domain/features/live-coinflips/items/stake.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type CataloguePass, catalogueCheck } from "#service/features/limiteds/checks.ts";
import { logFormat } from "#service/features/log-format.ts";
import { Format2Problems } from "#service/ledger/verifier/checks/format-2-problems.ts";
import type { FormatPass } from "#service/ledger/verifier/checks/format-check.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

/** Checks for games that what is staked counts as what it is worth: a currency as itself, a copy by the catalogue. */
export class StakeValuesPass implements CheckPass {
  readonly #catalogue: CataloguePass;
  /** Logs of format 1 may hold stakes by catalogues of other rules. */
  readonly #problems: Format2Problems;

  constructor(catalogue: CataloguePass, log: FormatPass) {
    this.#catalogue = catalogue;
    this.#problems = new Format2Problems(log);
  }

  event(_event: RecordedEvent): void {
    this.#problems.judge();
  }

  /** @throws BadLog when something counts otherwise, if the log is of format 2 */
  expectWorth(position: number, stakes: Stake): void {
    const wrong = stakes.find((staked) => !this.#isWorth(staked, stakes));
    if (wrong === undefined) return;
    this.#problems.add(position, `${wrong.asset} was staked at ${wrong.value}, which it is not worth.`);
  }

  #isWorth({ asset, amount, value }: Stake[number], stakes: Stake): boolean {
    if (!isCopy(asset)) return currencyOfStakes(stakes) === asset && stakes.length === 1 && value === amount;
    return amount === "1" && value === String(valueOfCopy(this.#catalogue.now, asset));
  }

  end(): void {
    this.#problems.end();
  }
}

export const stakeValuesCheck: LogCheck<StakeValuesPass> = {
  name: "stake-values",
  begin: (passOf) => new StakeValuesPass(passOf(catalogueCheck), passOf(logFormat)),
};
