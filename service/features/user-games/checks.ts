import { CURRENCIES, type Currency } from "#domain/accounts/account.ts";
import { creatorShareClaimed, userGameCreated, userGameEdited } from "#domain/features/user-games/events.ts";
import { problemOfTerms } from "#domain/features/user-games/rules.ts";
import { creatorHousePartOf } from "#domain/features/user-games/settings.ts";
import { creatorShareAccount } from "#domain/features/user-games/share.ts";
import { evolveUserGame, initialUserGame, type UserGame } from "#domain/features/user-games/user-game.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import type { AmountOf, CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/**
 * Checks player-made games: each is made once, its versions count up, its terms are within bounds, and the house keeps
 * the part of the edge that the settings say.
 */
class UserGamesPass implements CheckPass {
  readonly #games = new Map<string, UserGame>();
  readonly #settings: SettingsPass;

  constructor(settings: SettingsPass) {
    this.#settings = settings;
  }

  /** A game before the event being checked. */
  game(gameId: string): UserGame {
    return this.#games.get(gameId) ?? initialUserGame;
  }

  event(event: RecordedEvent, _state: unknown, amountOf: AmountOf): void {
    if (creatorShareClaimed.is(event)) checkClaim(event, event.payload.playerId, amountOf);
    if (!event.stream.startsWith("user-game:")) return;
    const gameId = event.stream.slice("user-game:".length);
    const before = this.game(gameId);
    if (userGameCreated.is(event))
      expectAt(event.position, before.status === "absent", () => "The game already exists.");
    if (userGameEdited.is(event)) {
      const due = before.status === "absent" ? 0 : before.version + 1;
      expectAt(event.position, event.payload.version === due, () => {
        return `The game is edited to version ${event.payload.version}, where ${due} is due.`;
      });
    }
    if (userGameCreated.is(event) || userGameEdited.is(event)) {
      const due = creatorHousePartOf(this.#settings.now);
      const { housePart } = event.payload;
      expectAt(event.position, housePart === due, () => {
        return `The house keeps ${housePart} basis points of the game's edge, where the settings say ${due}.`;
      });
    }
    const game = evolveUserGame(before, event);
    const problem = game.status === "absent" ? "There is no such game." : problemOfTerms(game);
    expectAt(event.position, problem === null, () => `${problem}`);
    this.#games.set(gameId, game);
  }
}

/** A claim takes everything, in both currencies. */
function checkClaim({ position }: RecordedEvent, playerId: string, amountOf: AmountOf): void {
  const leftOf = (currency: Currency) => amountOf(creatorShareAccount(playerId), currency) ?? 0n;
  const isWhole = CURRENCIES.every((currency) => leftOf(currency) === 0n);
  expectAt(position, isWhole, () => "A claim left part of the creator's earnings.");
}

export const userGamesCheck: LogCheck<UserGamesPass> = {
  name: "user-games",
  begin: (passOf) => new UserGamesPass(passOf(settingsCheck)),
  answer: (event) =>
    userGameCreated.is(event) || userGameEdited.is(event) ? { id: event.payload.gameId } : null,
};
