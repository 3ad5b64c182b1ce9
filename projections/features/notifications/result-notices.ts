import { formatMinor } from "#domain/kernel/money.ts";
import { type AllGames, fromOwn } from "../../games/rounds.ts";
import type { NoticeSource } from "../../notices/notice-source.ts";

/** Minimum result that is notified, in minor units. */
const BIG_RESULT_MIN = 100_000;

/** Notifies players of results of high stakes that may have come while they were away. */
export function resultNoticesOf({ rounds }: AllGames): NoticeSource {
  const left = rounds.filter(({ endsAlone }) => endsAlone === true);
  const each = left.map((game) => `select player_id, position, recorded_at, stake, payout ${fromOwn(game)}`);
  return {
    name: "result",
    type: "game",
    reads: left.map(({ played }) => played),
    rows: () => `select player_id, position, recorded_at,
        '{"payout":"' || payout || '","stake":"' || stake || '"}' as payload, position::text as together
      from (${each.join(" union all ")}) played where abs(payout - stake) >= ${BIG_RESULT_MIN}`,
    says: ({ stake = "0", payout = "0" }) => {
      const [staked, paid] = [formatMinor(BigInt(stake)), formatMinor(BigInt(payout))];
      return {
        title: "Your game ended",
        message: `You staked ${staked} and ${payout !== "0" ? `got ${paid}` : "lost it"}.`,
        link: "/history",
      };
    },
  };
}
