import type { Copy } from "../../accounts/item.ts";
import type { Deposit } from "./deposit.ts";

/**
 * Whether a deposit keeps a copy in custody: it was approved for that copy, and has not been taken back. Custody
 * follows the copy to its winner; only an approved deposit begins it, and a departure carries it to another log.
 */
export const keepsInCustody = (deposit: Deposit, copy: Copy): boolean =>
  (deposit.status === "completed" || deposit.status === "arrived") && deposit.copies.includes(copy);
