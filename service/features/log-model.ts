import { leastHolding } from "#domain/accounts/account.ts";
import { CUSTODY_TYPES, copiesInCustody } from "#domain/features/deposits/custody.ts";
import { eventTypes, streamKinds } from "#domain/features/registry.ts";
import type { CustodyModel } from "#service/ledger/peers/read-transits.ts";
import { movesCheck } from "#service/ledger/verifier/checks/moves-check.ts";
import type { LogModel } from "#service/ledger/verifier/log-model.ts";
import { awayStakesCheck } from "./away-coinflips/checks.ts";
import { bankCheck } from "./bank/checks.ts";
import { beaconsCheck, drandCheck } from "./beacon/checks.ts";
import { botFlipsCheck } from "./bot-flips/checks.ts";
import { cashoutsCheck } from "./cashouts/checks.ts";
import { chatCheck } from "./chat/prove/checks.ts";
import { crashCheck } from "./crash/prove/checks.ts";
import { depositsCheck } from "./deposits/checks.ts";
import { dollarDebtsCheck } from "./dollar-debts/checks.ts";
import { gameRoundsCheck } from "./game-rounds/checks.ts";
import { houseFlipsCheck } from "./house-flips/checks.ts";
import { stakesCheck } from "./house-flips/stakes-check.ts";
import { inventoryCheck } from "./inventory/checks.ts";
import { jackpotsCheck } from "./jackpots/checks.ts";
import { trialBalanceOf } from "./ledger/trial-balance.ts";
import { catalogueCheck } from "./limiteds/checks.ts";
import { listingsCheck } from "./listings/checks.ts";
import { liveCoinflipsCheck } from "./live-coinflips/checks.ts";
import { guestsCheck } from "./live-coinflips/guests/checks.ts";
import { stakeValuesCheck } from "./live-coinflips/stake-values.ts";
import { logFormat } from "./log-format.ts";
import { playersCheck } from "./players/checks.ts";
import { proposalsCheck } from "./proposals/checks.ts";
import { staffCheck } from "./proposals/staff-check.ts";
import { purchasesCheck } from "./purchases/checks.ts";
import { seedPairsCheck } from "./seed-pairs/checks.ts";
import { settingsCheck } from "./settings/checks.ts";
import { transitsCheck } from "./transits/checks.ts";
import { userCoinflipsCheck } from "./user-coinflips/checks.ts";
import { userGamesCheck } from "./user-games/checks.ts";
import { withdrawalsCheck } from "./withdrawals/checks.ts";

/** What no event tells, and its operator knows. */
export interface KnownOfLog {
  /** The players whom settings have named as admins, and nobody else; null to take the word of every act. */
  readonly admins?: ReadonlySet<string> | null;
  /** Whether drand decided all games between players; otherwise the beacon that each names is taken. */
  readonly drandOnly?: boolean;
}

/**
 * The event types of this product's log, and the verifier's checks beyond those of every log. Separate from `all.ts`,
 * as the verifier runs without a database or a service.
 */
export const logModelOf = ({ admins = null, drandOnly = false }: KnownOfLog): LogModel => ({
  eventTypes,
  streamKinds,
  leastHolding,
  trialBalanceOf,
  checks: [
    movesCheck(eventTypes),
    logFormat,
    settingsCheck,
    catalogueCheck,
    stakeValuesCheck,
    stakesCheck,
    bankCheck,
    playersCheck,
    seedPairsCheck,
    houseFlipsCheck,
    beaconsCheck,
    userGamesCheck,
    userCoinflipsCheck,
    gameRoundsCheck,
    jackpotsCheck,
    crashCheck,
    botFlipsCheck,
    liveCoinflipsCheck,
    guestsCheck,
    inventoryCheck,
    depositsCheck,
    dollarDebtsCheck,
    listingsCheck,
    purchasesCheck,
    cashoutsCheck,
    withdrawalsCheck,
    chatCheck,
    awayStakesCheck,
    transitsCheck,
    proposalsCheck,
    staffCheck(admins),
    ...(drandOnly ? [drandCheck] : []),
  ],
});

/** The same where nothing more is known. */
export const logModel: LogModel = logModelOf({});

/** How to tell which copies a log has in custody. */
export const custodyModel: CustodyModel = { types: CUSTODY_TYPES, eventTypes, of: copiesInCustody };
