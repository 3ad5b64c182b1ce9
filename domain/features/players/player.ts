import type { TimedEvent } from "../../kernel/event.ts";
import { anyOf } from "../../kernel/event-definition.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Minor } from "../../kernel/money.ts";
import { dayOf } from "../../kernel/time.ts";
import { itemsFlipped } from "../bot-flips/events.ts";
import { coinFlipped } from "../house-flips/events.ts";
import { offerEvents } from "../live-coinflips/events.ts";
import { evolveStanding, GOOD_STANDING, type Standing, standingEvents } from "../roles/standing.ts";
import type { ClientSeedOrigin } from "../seed-pairs/contract.ts";
import { seedPairRotated } from "../seed-pairs/events.ts";
import { playerRegistered } from "./events.ts";
import { gameExperience } from "./level.ts";

/** What the log says of a player, as far as a decision needs it. */
export type Player = { readonly status: "absent" } | RegisteredPlayer;

export interface RegisteredPlayer {
  readonly status: "registered";
  /** Number of the pair in use, from 1. */
  readonly pair: number;
  readonly serverSeedHash: string;
  readonly nextServerSeedHash: string;
  readonly clientSeed: string;
  readonly clientSeedBy: ClientSeedOrigin;
  /** The next nonce to be used. */
  readonly nonce: number;
  readonly experience: number;
  /** The last UTC day on which experience was granted, and how much of it that day. */
  readonly experienceDay: number;
  readonly experienceToday: number;
  /** How many coinflips of the player's wait for somebody to join. */
  readonly openCoinflips: number;
  readonly standing: Standing;
}

const isPlayerEvent = anyOf(
  playerRegistered,
  coinFlipped,
  itemsFlipped,
  seedPairRotated,
  ...offerEvents,
  ...standingEvents,
);

export const initialPlayer: Player = { status: "absent" };

/** Follows a player's stream by one event. */
export function evolvePlayer(player: Player, event: TimedEvent): Player {
  if (!isPlayerEvent(event)) return player;
  if (event.type === "PlayerRegistered") {
    const first = { nonce: 0, experience: 0, experienceDay: 0, experienceToday: 0, openCoinflips: 0 };
    return { status: "registered", ...event.payload, ...first, standing: GOOD_STANDING };
  }
  if (player.status === "absent") return player;
  if (event.type === "SeedPairRotated") return { ...player, ...event.payload.current, nonce: 0 };
  if (event.type === "CoinflipOffered") return { ...player, openCoinflips: player.openCoinflips + 1 };
  if (event.type === "CoinflipOfferEnded") return { ...player, openCoinflips: player.openCoinflips - 1 };
  if (event.type !== "CoinFlipped" && event.type !== "ItemsFlipped" && event.type !== "CoinflipPlayed")
    return { ...player, standing: evolveStanding(player.standing, event) };
  const nonce = event.type === "CoinflipPlayed" ? player.nonce : event.payload.nonce + 1;
  const day = dayOf(event.recordedAt);
  const before = day === player.experienceDay ? player.experienceToday : 0;
  // Field by field: this happens with every bet, and copying by spread costs as much as hashing its event.
  return {
    status: "registered",
    pair: player.pair,
    serverSeedHash: player.serverSeedHash,
    nextServerSeedHash: player.nextServerSeedHash,
    clientSeed: player.clientSeed,
    clientSeedBy: player.clientSeedBy,
    nonce,
    experience: player.experience + event.payload.xp,
    experienceDay: day,
    experienceToday: before + event.payload.xp,
    openCoinflips: player.openCoinflips,
    standing: player.standing,
  };
}

/**
 * The experience that a settled game gives a player, less than a game's worth once the day's most is reached.
 * @param stake minor units
 * @param at milliseconds
 * @param dayMax the day's most
 */
export function experienceGranted(
  player: Player,
  stake: Minor,
  { at, dayMax }: { readonly at: number; readonly dayMax: number },
): number {
  invariant(player.status === "registered", "a game is played by a player");
  const today = dayOf(at) === player.experienceDay ? player.experienceToday : 0;
  return Math.max(0, Math.min(gameExperience(stake), dayMax - today));
}
