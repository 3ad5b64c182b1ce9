import { describe, expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { approves, DORA, hats, people, ROOT, requests } from "../../testing/deposits.ts";
import { carriedOut, GivenLog, given } from "../../testing/given.ts";
import { catalogued, HAT, handedOver, sightedIn, synced } from "../../testing/items.ts";
import { ALICE, registered } from "../../testing/players.ts";

const BOB = "p_bob";
const instances = ["1"];

/** Bob synced a hat and lost it to alice, who requests its deposit. */
function lostToAlice(): GivenLog {
  const log = new GivenLog();
  log.append([...people, registered(BOB), catalogued]);
  carriedOut(log, synced(BOB, [HAT]));
  log.append([handedOver(playerAccount(BOB), playerAccount(ALICE), HAT)]);
  return carriedOut(log, requests(hats(1)));
}

describe("a copy won from a player who had it on sight", () => {
  it("comes into custody by a deposit approved by two admins, and is then on sight at nobody", () => {
    const log = lostToAlice();
    given(...log.events).answers(approves(ROOT, { instances }), { status: "pending", approvals: 1 });
    carriedOut(log, approves(ROOT, { instances }), approves(DORA, { instances }));
    expect(sightedIn(log, HAT)).toBeNull();
    expect(log.holding(playerAccount(ALICE), HAT)).toBe(1n);
    carriedOut(log, synced(BOB, [HAT]), synced(ALICE, []));
    expect(log.holding(playerAccount(ALICE), HAT)).toBe(1n);
  });

  it("cannot be deposited by a player who does not hold it", () => {
    const log = lostToAlice();
    carriedOut(log, requests(hats(1), { playerId: BOB, depositId: "d_2" }));
    given(...log.events).refuses(approves(ROOT, { depositId: "d_2", instances }), "copies_not_free");
  });
});
