import { requestHashOf } from "#service/event-store/append/hashing.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { rotateCommand } from "#service/features/seed-pairs/rotate-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { identityOf } from "#service/lab/testing/identities.ts";
import { depositReviewSubmission, meantBy } from "./deposit-review/deposit-review.ts";
import { isDepositReview } from "./deposit-review/deposit-review-actions.ts";
import { gameSubmission } from "./games.ts";
import type { Command } from "./history.ts";
import { playerName } from "./people.ts";
import { isPlayRule, playRuleSubmission } from "./play-rules.ts";
import type { CommandAction, GameAction } from "./program.ts";
import { isUserGame, userGameSubmission } from "./user-games.ts";

const GAMES: ReadonlySet<string> = new Set(["open", "join", "cancel", "bot", "sync", "value"]);
export const isGame = (action: CommandAction): action is GameAction => GAMES.has(action.do);

/** Makes the commands of a simulation, each with an id of its own. */
export class Commands {
  readonly all: Command[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A registration as the site sends it, with a platform id of the player's own. */
  registration(player: number): Submission {
    return this.#register(
      { do: "register", player, clashes: false },
      this.#origin(player, `cmd_first${player}`, false),
    );
  }

  /** An earlier keyed command, if there is one. */
  earlier(which: number): Command | undefined {
    const keyed = this.all.filter((command) => command.keyed);
    return keyed[which % keyed.length];
  }

  make(action: CommandAction): Command {
    const id = `cmd_${this.all.length}`;
    const keyed = action.do === "register" ? false : action.keyed;
    const meant = isDepositReview(action) ? meantBy(action, this.all) : null;
    const submission = (body?: string) =>
      this.#submission(command, this.#origin(action.player, id, keyed, body));
    const command: Command = {
      id,
      keyed,
      action,
      meant,
      isCulprit: action.do === "register" && action.clashes,
      submission: () => submission(),
      other: () => submission("another body"),
      asks: [],
    };
    this.all.push(command);
    return command;
  }

  #origin(player: number, id: string, keyed: boolean, body = ""): CommandOrigin {
    const origin = playerOrigin(playerName(player), this.#now());
    return { ...origin, commandId: id, keyed, requestHash: requestHashOf(id, body) };
  }

  #submission({ action, meant, asks }: Command, origin: CommandOrigin): Submission {
    const playerId = playerName(action.player);
    if (isDepositReview(action))
      return depositReviewSubmission(action, origin, { meant, attempt: asks.length });
    if (action.do === "register") return this.#register(action, origin);
    if (isGame(action))
      return gameSubmission(action, origin, { playerId, game: this.#count("open", origin.commandId) });
    if (isPlayRule(action)) return playRuleSubmission(action, origin);
    if (isUserGame(action))
      return userGameSubmission(action, origin, this.#count("make game", origin.commandId));
    if (action.do === "rotate") return rotateCommand(origin, { playerId, clientSeed: `of-${origin.at}` });
    return flipCommand(origin, { playerId, side: action.side, stake: action.stake });
  }

  /** The number of earlier commands of a kind. */
  #count(kind: CommandAction["do"], commandId: string): number {
    const before = this.all.slice(
      0,
      this.all.findIndex(({ id }) => id === commandId),
    );
    return before.filter(({ action }) => action.do === kind).length;
  }

  #register(
    { player, clashes }: Extract<CommandAction, { do: "register" }>,
    origin: CommandOrigin,
  ): Submission {
    const playerId = playerName(player);
    const identity = identityOf(playerId, {
      platformId: clashes ? `platform ${playerName(0)}` : `platform ${playerId}`,
      at: origin.at,
    });
    return registerCommand(origin, { playerId, clientSeed: `first-${playerId}` }, identity);
  }
}
