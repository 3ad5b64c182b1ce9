import type { GameRound } from "./contract.ts";

/** The messages that viewers of a round get at an instant. */
interface SaidOfRound {
  readonly username: string;
  readonly message: string;
  readonly timestamp: string;
  readonly type: "system" | "bet";
}

const system = (timestamp: string | null, message: string): SaidOfRound[] =>
  timestamp === null ? [] : [{ username: "System", message, timestamp, type: "system" }];

const count = (of: number, one: string, more: string): string => `${of} ${of === 1 ? one : more}`;

function opened({ bets: [first], openedAt, number, currency }: GameRound): SaidOfRound[] {
  if (first === undefined) return [];
  const { username } = first.player;
  const message = `${username} opened round ${number} with a bet of ${first.betAmount} ${currency}.`;
  return [{ username, message, timestamp: openedAt, type: "bet" }];
}

function resultOf({ gameType, bets, point, currency }: GameRound): string {
  if (gameType === "crash") {
    const left = bets.filter(({ multiplier }) => multiplier !== null).length;
    return `The curve broke at ${point}x. ${left} of ${count(bets.length, "bet", "bets")} left before.`;
  }
  const won = bets.find(({ winAmount }) => winAmount !== null && winAmount !== "0.00");
  return `${won?.player.username ?? "Nobody"} won ${won?.winAmount ?? "0.00"} ${currency}.`;
}

/** What happened in a round, oldest first: at most four messages. */
export function saidOfRound(round: GameRound): readonly SaidOfRound[] {
  const { status, bets, pot, currency, beaconRound, closesAt, startsAt, endedAt } = round;
  const isClosed = status !== "waiting" && status !== "betting" && beaconRound !== null;
  const hasStarted = round.gameType === "crash" && (status === "running" || status === "settled");
  const bet = count(bets.length, "bet", "bets");
  return [
    ...opened(round),
    ...(isClosed
      ? system(closesAt, `Bets are closed: ${bet}, ${pot} ${currency}. Beacon ${beaconRound} decides.`)
      : []),
    ...(hasStarted ? system(startsAt, "The curve started.") : []),
    ...(status === "settled" ? system(endedAt, resultOf(round)) : []),
    ...(status === "void" ? system(endedAt, "The round is void. Every stake was returned.") : []),
  ];
}
