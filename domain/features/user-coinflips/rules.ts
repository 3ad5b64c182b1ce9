import { BASIS_POINTS, type Minor } from "../../kernel/money.ts";

/** What a win pays, stake included: 2 x (1 - edge) of it, rounded down to a minor unit. @param edge basis points */
export const payoutOf = (stake: Minor, edge: number): Minor =>
  (stake * 2n * (BASIS_POINTS - BigInt(edge))) / BASIS_POINTS;
