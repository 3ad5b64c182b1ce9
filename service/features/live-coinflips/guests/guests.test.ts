import { expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import { copyOf } from "#domain/accounts/item.ts";
import { coinflipJoined } from "#domain/features/live-coinflips/events.ts";
import { guestItemsKept } from "#domain/features/live-coinflips/guests/guest-items.ts";
import { STAKED_ITEMS_MAX, VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { type Decision, refuse } from "#domain/kernel/decision.ts";
import { streamsOf } from "#domain/kernel/events/event.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { guestIdOf } from "#domain/player/guest.ts";
import { CHAIN, GAME, giveUp, join, open, rbx, settle } from "#domain/testing/coinflips.ts";
import { type Decide, GivenLog } from "#domain/testing/given.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Reads } from "#service/event-store/commands/submission.ts";
import { decidedColdly } from "#service/lab/testing/logs/cold-process.ts";
import { joinsOfGuests, payingGuest, wayBackIn } from "./guests.ts";

const GUEST = guestIdOf("2-s1");

/** Alice's coinflip, joined by a guest. */
function locked(): GivenLog {
  const log = new GivenLog();
  log.append([registered()]);
  log.accept(open(rbx("10.00"))(log));
  const joiner = { playerId: GUEST, clientSeed: "s1", clientSeedBy: "server" as const, stakes: rbx("10.00") };
  const joined = coinflipJoined({ gameId: GAME, joiner, round: 2, chain: { ...CHAIN } }, ALICE);
  // In place of the stake's arrival.
  const moved = { from: "issuance", to: playerAccount(GUEST), amount: 1_000n };
  log.append([
    {
      type: "WriterRecovered",
      schemaVersion: 1,
      stream: "log:recoveries",
      payload: { unknown: 0 },
      postings: [
        { account: "issuance", asset: "RBX", delta: -moved.amount },
        { account: moved.to, asset: "RBX", delta: moved.amount },
      ],
    },
    joined,
  ]);
  return log;
}

it.each([
  ["decided", settle("tix") as Decide<never>],
  ["void", giveUp() as Decide<never>],
])("loads everything that the end of a game writes for its guest, if it is %s", (_how, decide) => {
  const log = locked();
  log.at += 2 * VOID_AFTER_MS;
  const read = new Set<string>();
  const view = {
    stream: <S>({ kind, name }: StreamRead<S>) => {
      read.add(name);
      return log.stream(kind, name);
    },
    needs: ({ streams }: Reads) => {
      for (const { name } of streams) read.add(name);
    },
  } as unknown as LogView;
  const command = {
    ...serviceOrigin(log.at),
    reads: () => ({ streams: [], holdings: [] }),
    decide: (): Decision => decide(log),
  };
  const ended = payingGuest(command, 1).decide(view);
  const written = "events" in ended ? ended.events.flatMap(streamsOf) : [];
  const guests = written.filter((name) => name.startsWith("transit:") || name.includes(GUEST));
  expect(new Set(guests).size).toBe(2);
  for (const name of guests) expect(read).toContain(name);
});

it("ends a game for items of the most deposits possible, although none is in memory", () => {
  const log = new GivenLog();
  const kept = Array.from({ length: 2 * STAKED_ITEMS_MAX }, (_, n) => {
    return { copy: copyOf(101, `${n}`), depositId: `d_${n}`, serial: null };
  });
  log.append([guestItemsKept({ transitId: "2-s1", gameId: GAME, kept })]);
  const { loads, result } = decidedColdly(log, {
    ...serviceOrigin(log.at),
    reads: () => ({ streams: [], holdings: [] }),
    decide: (view) => refuse("known", String(wayBackIn(view, 1, "2-s1").kept.length)),
  });
  expect(result).toMatchObject({ refusal: { detail: String(kept.length) } });
  expect(loads).toBeLessThanOrEqual(3);
});

it("settles a game that a guest joined, although no request waits for it", () => {
  const log = locked();
  expect(joinsOfGuests(log.events)).toMatchObject([{ id: GAME, round: 2 }]);
  const own = new GivenLog();
  own.append([registered(), registered("p_bob")]);
  for (const decide of [open(rbx("10.00")), join()] as Decide<never>[]) {
    const decision = decide(own) as Decision;
    if ("events" in decision) own.append(decision.events);
  }
  expect(own.events.some(coinflipJoined.is)).toBe(true);
  expect(joinsOfGuests(own.events)).toEqual([]);
});
