import { z } from "zod";
import { endpoint } from "../../kernel/contract.ts";
import { idText, noteText } from "../roles/contract.ts";

/** Calls whose acts need two admins. */
export const dollarDebtActEndpoints = {
  writeDollarDebtOff: endpoint("POST /admin/players/{id}/dollar-debt/write-off", {
    summary: "Propose to give up what a player owes in dollars; a second admin confirms",
    access: "admin",
    isSensitive: true,
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ reason: noteText }),
    answers: {},
  }),
} as const;
