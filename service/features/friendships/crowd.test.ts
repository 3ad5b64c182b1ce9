import { expect, it } from "vitest";
import type { FriendListed, FriendRequest } from "#domain/features/friendships/contract.ts";
import type { Moment } from "#service/demo/crowd/habit.ts";
import { crowdPersonas } from "#service/integrations/platform/sandbox/personas.ts";
import { nextFriend } from "./crowd.ts";

const [me, other, ...rest] = crowdPersonas.map(({ username }) => username);
const moment = { me: { username: me } as Moment["me"], now: 0, chance: () => 0 };
const asks = (id: string) => ({ id }) as FriendRequest;
const friend = (username: string | undefined) => ({ friend: { username } }) as FriendListed;
const none = { friends: [], asking: [], asked: [] };

it("a demo player accepts every request, and sends a few, only to demo players", () => {
  expect(nextFriend({ ...none, asking: [asks("freq_1")] }, moment)?.path).toBe(
    "/social/friend-request/freq_1/accept",
  );
  expect(nextFriend(none, moment)?.body).toEqual({ username: other });
  expect(nextFriend({ ...none, friends: [friend(other)] }, moment)?.body).toEqual({ username: rest[0] });
  const some = rest.slice(0, 3).map(friend);
  expect(nextFriend({ ...none, friends: some }, moment)).toBeNull();
});
