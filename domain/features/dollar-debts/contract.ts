import { endpoint } from "../../kernel/contract.ts";
import { reasonedAct } from "../roles/contract.ts";

/** Calls whose acts need two admins. */
export const dollarDebtActEndpoints = {
  writeDollarDebtOff: endpoint("POST /admin/players/{id}/dollar-debt/write-off", "admin", {
    ...reasonedAct,
    summary: "Propose to write off what a player owes in dollars; a second admin confirms",
    answers: {},
  }),
} as const;
