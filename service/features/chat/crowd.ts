import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { endpoints } from "#domain/features/contract.ts";
import { type Act, act, habit, type Moment, pick } from "#service/demo/crowd/habit.ts";

/** Lines of demo players. None of them asks anybody to play. */
const LINES = [
  "Hello everybody",
  "Good luck all",
  "Heads, heads, heads... tails",
  "Nice one",
  "That coin owes me one",
  "Anybody else on RBX today?",
  "TIX it is",
  "I checked the last flip on /fairness, it adds up",
  "Unlucky",
  "What a streak",
  "Taking a break, back later",
  "Good night all",
] as const;

/** Recent messages checked against repetition. */
const LOOKED_AT = "12";

/** A line now and then, whether or not others talk. */
export const chatHabit = habit({
  name: "chat",
  weight: 0.3,
  look: async (ask) => ask(endpoints.chatMessages, { limit: LOOKED_AT }),
  choose: nextLine,
});

/** A line that was not said recently; null if this player spoke last. */
export function nextLine(said: readonly ChatMessage[], { me, chance }: Moment): Act | null {
  if (said[0]?.userId === me.id) return null;
  const line = pick(
    LINES.filter((one) => !said.some(({ message }) => message === one)),
    chance,
  );
  return line === undefined ? null : act(endpoints.postMessage, { message: line });
}
