import { endpoints } from "#domain/features/contract.ts";
import type { FriendListed, FriendRequest } from "#domain/features/friendships/contract.ts";
import { type Act, act, habit, type Moment, pick } from "#service/demo/crowd/habit.ts";
import { crowdPersonas } from "#service/integrations/platform/sandbox/personas.ts";

/** A demo player with this many friends sends no more requests. */
const FRIENDS_WANTED = 3;

/** What a player sees before it decides. */
interface Seen {
  readonly friends: readonly FriendListed[];
  readonly asking: readonly FriendRequest[];
  readonly asked: readonly FriendRequest[];
}

/** Accepts every request, and now and then asks another demo player, never a real one. */
export const friendshipHabit = habit({
  name: "friendships",
  weight: 0.3,
  look: async (ask): Promise<Seen> => ({
    friends: await ask(endpoints.friends),
    asking: await ask(endpoints.friendRequests, { direction: "in" }),
    asked: await ask(endpoints.friendRequests, { direction: "out" }),
  }),
  choose: nextFriend,
});

/** The next request to accept or to send. */
export function nextFriend({ friends, asking, asked }: Seen, { me, chance }: Moment): Act | null {
  const [request] = asking;
  if (request !== undefined) return act(endpoints.acceptFriendRequest, {}, { id: request.id });
  if (friends.length + asked.length >= FRIENDS_WANTED) return null;
  const known = new Set([
    me.username,
    ...friends.map(({ friend }) => friend.username),
    ...asked.map(({ toUser }) => toUser.username),
  ]);
  const other = pick(
    crowdPersonas.filter(({ username }) => !known.has(username)),
    chance,
  );
  return other === undefined ? null : act(endpoints.askFriend, { username: other.username });
}
