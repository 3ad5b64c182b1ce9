import type { ActText, ProposedAct } from "#web/lib/act-text.ts";

/** The words for a stopped game that is proposed to take bets again. */
export const userGameActText = (act: ProposedAct): ActText | null =>
  act.kind === "lift_game_halt"
    ? {
        title: `Let "${act.title}" by ${act.player.username} take bets again`,
        facts: [`Stopped: ${act.halt}`],
      }
    : null;
