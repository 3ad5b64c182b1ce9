import { createHash } from "node:crypto";
import { BIG_WIN_MIN, WIN_GAP_MS } from "#domain/features/chat/rules.ts";
import type { LiveBet } from "#domain/features/house-flips/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { liveBets } from "#projections/features/house-flips/live-bets.ts";
import { asError } from "#service/db/errors.ts";
import type { Core } from "#service/http/deps.ts";
import { timeOrderedId } from "#service/ids.ts";
import * as rows from "./chat-rows.ts";

/** The newest games checked each time. */
const GAMES_MAX = 200;

type WinsOptions = Pick<Core, "db" | "reads" | "writer" | "scheduler" | "now" | "onTrouble"> & {
  readonly onWritten: () => void;
};

const minorOf = (text: string): bigint => {
  const amount = parseMinor(text);
  invariant(amount !== null, "games have amounts");
  return amount;
};
const gainOf = ({ winAmount, betAmount }: LiveBet): bigint => minorOf(winAmount) - minorOf(betAmount);

/** A bet with a visible player. */
type NamedBet = LiveBet & { readonly player: { readonly id: string } };
const isNamed = (bet: LiveBet): bet is NamedBet => bet.player.id !== null;

/** The largest win of some games above the minimum; null for none. Leaves out hidden players. */
export function largestWin(games: readonly LiveBet[]): NamedBet | null {
  const large = games
    .filter(isNamed)
    .filter((game) => game.currency !== null && game.won && gainOf(game) >= BIG_WIN_MIN);
  return large.toSorted((a, b) => Number(gainOf(b) - gainOf(a)))[0] ?? null;
}

/** Announces the largest win of each half-minute in the chat, once over all processes. */
export class Wins {
  readonly #options: WinsOptions;
  #lookedUpTo = 0;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(options: WinsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lookedUpTo = this.#options.writer.head.position;
    this.#later();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
  }

  #later(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.scheduler.after(
      WIN_GAP_MS,
      () => void this.look().finally(() => this.#later()),
    );
  }

  /** Checks the games since the last time. Never fails: errors are reported. */
  async look(): Promise<void> {
    const { reads, onTrouble } = this.#options;
    try {
      const games = (await liveBets(reads, ANYBODY, { limit: GAMES_MAX })).filter(
        ({ position }) => position > this.#lookedUpTo,
      );
      this.#lookedUpTo = Math.max(this.#lookedUpTo, ...games.map(({ position }) => position));
      const win = largestWin(games);
      if (win !== null && !this.#isStopped) await this.#tell(win);
    } catch (error) {
      onTrouble("a win was not announced in the chat", asError(error));
    }
  }

  async #tell({ player, position, winAmount, currency }: NamedBet): Promise<void> {
    const { db, now, onWritten } = this.#options;
    const commandId = `win_${position}_${player.id}`;
    await db.transaction(async (tx) => {
      const { seq, writtenAt } = await rows.lockRoom(tx);
      const at = Math.max(now(), writtenAt);
      if (await rows.isWinTold(tx, { commandId, since: at - WIN_GAP_MS })) return;
      const requestHash = createHash("sha256").update(commandId).digest();
      const text = `won ${winAmount} ${currency}.`;
      const id = timeOrderedId("msg", at);
      await rows.writeMessage(
        tx,
        { id, playerId: player.id, commandId, requestHash, text, type: "bet", replyToId: null },
        { seq, at },
      );
    });
    onWritten();
  }
}
