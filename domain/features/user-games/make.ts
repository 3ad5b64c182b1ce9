import { CURRENCIES, type Currency } from "../../accounts/account.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { hashChainAnnounced } from "../game-tables/events.ts";
import { CHAIN_LENGTH } from "../game-tables/rules.ts";
import type { GameType } from "../game-tables/table.ts";
import { isExcluded, responsiblePlayOf } from "../responsible-play/play.ts";
import { refusalOfSuspended, standing } from "../roles/standing.ts";
import { activeGames } from "./active-games.ts";
import type { ChangeUserGameRequest, CreateUserGameRequest } from "./contract.ts";
import { userGameCreated, userGameEdited, userGamePaused, userGameResumed } from "./events.ts";
import { ACTIVE_GAMES_MAX, DEFAULT_TERMS, type GameTerms, problemOfTerms } from "./rules.ts";
import type { UserGame } from "./user-game.ts";

/** What a game is called, and what it is played by. */
export type GameDraft = GameTerms & { readonly title: string; readonly description: string | null };

export interface CreateUserGame {
  readonly gameId: string;
  readonly creatorId: string;
  readonly gameType: GameType;
  readonly draft: GameDraft;
}

/** What making and changing a game depends on. */
export interface MakerContext {
  readonly player: Player;
  /** Milliseconds. */
  readonly at: number;
  /** The part of the edge that the house keeps of games made or edited now, in basis points of it. */
  readonly housePart: number;
}

/** Where the hash chains of a new game come from. */
export interface ChainSource {
  /** The terminal of a new chain, as hex; the same however often the decision runs, and kept only if it is accepted. */
  freshChain(currency: Currency): string;
}

/** Why a player may not offer a game: an excluded one's takes no bets. */
const refusalOfExcluded = (player: Player, at: number): Refusal | null =>
  isExcluded(responsiblePlayOf.of(player).rules, at)
    ? { code: "self_excluded", detail: "You have excluded yourself: you cannot offer games." }
    : null;

const refusalOfCount = (player: Player) =>
  activeGames.of(player) < ACTIVE_GAMES_MAX
    ? null
    : refuse("too_many_games", `You can have at most ${ACTIVE_GAMES_MAX} active games. Pause one first.`);

/** Makes a game. One that is played in rounds commits itself to all of them at once, in each currency. */
export function createUserGame(
  { gameId, creatorId, gameType, draft }: CreateUserGame,
  { player, at, housePart, chains }: MakerContext & { readonly chains: ChainSource },
): Decision<{ readonly id: string }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = refusalOfSuspended(standing.of(player)) ?? refusalOfExcluded(player, at);
  if (bar !== null) return { refused: bar };
  const problem = problemOfTerms(draft);
  if (problem !== null) return refuse("invalid_game", problem);
  const full = refusalOfCount(player);
  if (full !== null) return full;
  const { title, description, minBet, maxBet, edge } = draft;
  const created = userGameCreated({
    creatorId,
    description,
    edge,
    gameId,
    gameType,
    housePart,
    maxBet,
    minBet,
    title,
  });
  if (gameType === "coinflip") return accept([created], { id: gameId });
  const announced = CURRENCIES.map((currency) => {
    const terminal = chains.freshChain(currency);
    return hashChainAnnounced({ currency, gameId, gameType, length: CHAIN_LENGTH, number: 1, terminal });
  });
  return accept([created, ...announced], { id: gameId });
}

export interface ChangeUserGame {
  readonly gameId: string;
  readonly playerId: string;
  /** New values; what is left out stays as it is. */
  readonly changes: Partial<GameDraft> & { readonly isActive?: boolean };
}

/** Edits, pauses or resumes a game, as its creator alone may. */
export function changeUserGame(
  { gameId, playerId, changes }: ChangeUserGame,
  { game, player, at, housePart }: MakerContext & { readonly game: UserGame },
): Decision<{ readonly id: string }> {
  // Another's game looks like none.
  if (game.status === "absent" || game.creatorId !== playerId)
    return refuse("unknown_game", "There is no such game.");
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = refusalOfSuspended(standing.of(player));
  if (bar !== null) return { refused: bar };
  const { isActive = game.status === "active", ...edits } = changes;
  const { title, description, minBet, maxBet, edge } = game;
  const before: GameDraft = { title, description, minBet, maxBet, edge };
  const after: GameDraft = { ...before, ...edits };
  const problem = problemOfTerms(after);
  if (problem !== null) return refuse("invalid_game", problem);
  const events: NewEvent[] = [];
  if (DRAFT_FIELDS.some((field) => before[field] !== after[field])) {
    const version = game.version + 1;
    events.push(userGameEdited({ ...after, creatorId: playerId, gameId, housePart, version }));
  }
  if (isActive && game.status === "paused") {
    const excluded = refusalOfExcluded(player, at);
    if (excluded !== null) return { refused: excluded };
    const full = refusalOfCount(player);
    if (full !== null) return full;
    events.push(userGameResumed({ creatorId: playerId, gameId }));
  }
  if (!isActive && game.status === "active") events.push(userGamePaused({ creatorId: playerId, gameId }));
  if (events.length === 0) return refuse("game_unchanged", "The game already has these terms.");
  return accept(events, { id: gameId });
}

const DRAFT_FIELDS = ["title", "description", "minBet", "maxBet", "edge"] as const;

type AmountsAsked = Pick<CreateUserGameRequest, "minBet" | "maxBet" | "houseEdge">;

/** The amounts of a request, in hundredths: minor units, and basis points. Those left out are left out. */
const termsAsked = ({ minBet, maxBet, houseEdge }: AmountsAsked): Partial<GameTerms> => ({
  ...(minBet === undefined ? {} : { minBet: String(minor(String(minBet))) }),
  ...(maxBet === undefined ? {} : { maxBet: String(minor(String(maxBet))) }),
  ...(houseEdge === undefined ? {} : { edge: Number.parseInt(String(minor(String(houseEdge))), 10) }),
});

const DEFAULTS: GameTerms = {
  minBet: String(DEFAULT_TERMS.minBet),
  maxBet: String(DEFAULT_TERMS.maxBet),
  edge: DEFAULT_TERMS.edge,
};

/** What a request to make a game asks for; an empty description is none. */
export const draftOf = ({ title, description, ...amounts }: CreateUserGameRequest): GameDraft => ({
  ...DEFAULTS,
  ...termsAsked(amounts),
  title,
  description: description || null,
});

/** What a request to change a game asks for. */
export const changesOf = ({
  title,
  description,
  isActive,
  ...amounts
}: ChangeUserGameRequest): ChangeUserGame["changes"] => ({
  ...termsAsked(amounts),
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description: description || null }),
  ...(isActive === undefined ? {} : { isActive }),
});
