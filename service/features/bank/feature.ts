import { defineServiceFeature } from "#service/features/service-feature.ts";
import { fundBankCommand } from "./fund-command.ts";

export const bank = defineServiceFeature({
  name: "bank",
  opening: ({ config, now }) => fundBankCommand(config.bankFunds, now()),
});
