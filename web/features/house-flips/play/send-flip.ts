import type { Bet } from "#web/features/house-flips/play/bet.ts";
import type { Answer } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { stakeNumber } from "#web/lib/stakes/stake.ts";

/** Sends a bet. @throws the last error, when it was refused or its answer stayed lost */
export const sendFlip = ({ stake, side }: Bet): Promise<Answer<"POST /games/coinflip">> =>
  command("POST /games/coinflip", { body: { betAmount: stakeNumber(stake), betSide: side } });
