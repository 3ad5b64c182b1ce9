import { describe, expect, it } from "vitest";
import { z } from "zod";
import { playerRegistered, playerStream } from "../features/players/events.ts";
import type { NewEvent, RecordedEvent } from "../kernel/events/event.ts";
import { defineEvent } from "../kernel/events/event-definition.ts";
import { ALICE, registered } from "../testing/players.ts";
import type { Player } from "./player.ts";
import { on, playerSlice, playerStreamKindOf, refusalOfStakerOf } from "./player-slice.ts";

const stream = playerStream(ALICE);
const happened = (type: string) =>
  defineEvent({
    type,
    version: 1,
    payload: z.strictObject({ word: z.string() }),
    record: (word: string) => ({ streams: [stream], payload: { word } }),
    example: ["a"],
  });
const [tells, mutes, unmutes] = [happened("Told"), happened("Muted"), happened("Unmuted")];

const words = () =>
  playerSlice<readonly string[]>({
    name: "words",
    version: 1,
    initial: [],
    on: [on(tells, (state, { word }) => [...state, word])],
  });
const mute = (version = 1) =>
  playerSlice<boolean>({
    name: "mute",
    version,
    initial: false,
    on: [on(mutes, () => true)],
    refusalOfStaker: (isMuted) => (isMuted ? { code: "muted", detail: "You are muted." } : null),
  });

const recorded = (event: NewEvent): RecordedEvent => ({
  ...event,
  ...{ position: 1, version: 1, eventId: "e", commandId: "c", actor: "test", recordedAt: 0 },
});
const told = (word: string) => recorded(tells(word));
const muted = recorded(mutes(""));
const joined = recorded(registered());
const staking = { at: 0, value: 100n };

describe("a player's state", () => {
  const [said, isMuted] = [words(), mute()];
  const registration = on(playerRegistered, (state: boolean) => state);
  const parts = [said, isMuted, isMuted.also(registration)];
  const kind = playerStreamKindOf(parts);
  const fold = (...events: readonly RecordedEvent[]): Player =>
    events.reduce<Player>((player, event) => kind.evolve(player, event, stream), kind.initial);

  it("is folded slice by slice, each by its own events", () => {
    const player = fold(joined, told("a"), muted, told("b"));
    expect([said.of(player), isMuted.of(player)]).toEqual([["a", "b"], true]);
  });

  it("leaves slices unchanged by other events, and itself if none is affected", () => {
    const before = fold(joined, told("a"));
    expect(said.of(kind.evolve(before, muted, stream))).toBe(said.of(before));
    expect(kind.evolve(before, recorded(unmutes("")), stream)).toBe(before);
  });

  it("is absent before the registration", () => {
    expect(fold(told("a"))).toEqual({ status: "absent" });
    expect(() => said.of(kind.initial)).toThrow("an absent player has no words");
  });

  it("refuses stakes by any slice's bar, the first one first", () => {
    const banned = playerSlice<boolean>({
      name: "ban",
      version: 1,
      initial: true,
      on: [],
      refusalOfStaker: () => ({ code: "banned", detail: "You are banned." }),
    });
    const all = [...parts, banned];
    const { evolve, initial } = playerStreamKindOf(all);
    const refusal = refusalOfStakerOf(all);
    const player = evolve(initial, joined, stream);
    if (player.status === "absent") throw new Error("The player is registered");
    expect(refusal(player, staking)?.code).toBe("banned");
    expect(refusal(isMuted.with(player, true), staking)?.code).toBe("muted");
    expect(refusalOfStakerOf(parts)(player, staking)).toBeNull();
  });
});

describe("the version of a player's fold", () => {
  const versionOf = (...slices: Parameters<typeof playerStreamKindOf>[0]) =>
    playerStreamKindOf(slices).foldVersion;

  it("changes with a slice, its version, its place or its events", () => {
    const also = mute();
    const versions = [
      versionOf(words(), mute()),
      versionOf(words(), mute(2)),
      versionOf(mute(), words()),
      versionOf(words()),
      versionOf(words(), also, also.also(on(unmutes, () => false))),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(versionOf(words(), mute())).toBe(versions[0]);
    for (const version of versions) expect(version).toBeLessThan(2 ** 31);
  });
});
