import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { REPORTS_TO_HIDE, ROOM } from "#domain/features/chat/rules.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { hurried } from "#projections/testing/runtime.ts";
import { live } from "#service/features/live/feature.ts";
import { type Chatters, chattersOn, MESSAGES, patch, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { HeardFrame, LiveStream } from "#service/lab/testing/live-stream.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const messagesOf = (frames: readonly HeardFrame[], name = "chat") =>
  frames
    .filter((frame) => frame.name === name)
    .flatMap(({ data }) => data.messages as readonly ChatMessage[]);
const holds =
  (text: string, name = "chat") =>
  (frame: HeardFrame) =>
    messagesOf([frame], name).some(({ message }) => message === text);
const changes = (id: string) => (frame: HeardFrame) =>
  messagesOf([frame], "chat_change").some((message) => message.id === id);

type OfFrame = (frame: HeardFrame) => boolean;

/** Whether everything awaited has arrived, in any order. */
const every = (...awaited: readonly OfFrame[]): OfFrame => {
  const missing = new Set(awaited);
  return (frame) => {
    for (const isTold of missing) if (isTold(frame)) missing.delete(isTold);
    return missing.size === 0;
  };
};

describeEachEngine("the live stream's chat room", (engine) => {
  const sites = twoSitesOf(engine, { scheduler: hurried });
  let chatters: Chatters;
  let alice: Visitor;
  let bob: Visitor;
  let moderator: Visitor;
  const streams: LiveStream[] = [];

  beforeAll(async () => {
    chatters = await chattersOn(sites.one);
    ({ alice, bob, moderator } = chatters);
    await chatters.levelMin(1);
  });
  beforeEach(() => {
    for (const site of [sites.one, sites.two]) site.clock.now += 2 * MINUTE_MS;
  });
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
    const open = () => [sites.one, sites.two].map((site) => live.of(site.service.deps).rooms.size);
    await expect.poll(open).toEqual([0, 0]);
  });

  const enter = async (visitor: Visitor, headers: HeadersInit = {}): Promise<LiveStream> => {
    const stream = await visitor.live(headers, { chat: ROOM });
    streams.push(stream);
    return stream;
  };
  /** A member of the room who has received its state. */
  const listening = async (visitor: Visitor) => {
    const stream = await enter(visitor);
    const beginning = await stream.untilFrame(({ name }) => name === "chat");
    return { stream, upTo: Number(beginning.at(-1)?.data.upTo) };
  };

  it("carries every message once and in order, at both processes, to its author too", async () => {
    const ears = [await listening(bob), await listening(sites.carriedOver(alice))];
    const said = [await chatters.say(alice), await chatters.say(bob), await chatters.say(alice)];
    for (const { stream, upTo } of ears) {
      const heard = messagesOf(await stream.untilFrame(holds(said.at(-1)?.message ?? "")));
      expect(heard).toEqual(said);
      expect(heard.map(({ position }) => position)).toEqual([1, 2, 3].map((n) => upTo + n));
    }
  });

  it("carries changes of earlier messages, and a report once it hides its message", async () => {
    const { stream } = await listening(bob);
    const [edited, deleted, removed, reported] = [
      await chatters.say(alice),
      await chatters.say(alice),
      await chatters.say(alice),
      await chatters.say(alice),
    ];
    // A message that changes before it is announced arrives as changed, without a frame of its own.
    await stream.untilFrame(holds(reported.message));
    sites.one.clock.now += 6_000;
    await patch(alice, `${MESSAGES}/${edited.id}`, { message: "Said otherwise" });
    expect(messagesOf(await stream.untilFrame(changes(edited.id)), "chat_change")).toMatchObject([
      { id: edited.id, message: "Said otherwise", isEdited: true, position: edited.position },
    ]);
    await remove(alice, `${MESSAGES}/${deleted.id}`, {});
    expect(messagesOf(await stream.untilFrame(changes(deleted.id)), "chat_change")).toMatchObject([
      { message: "", isDeleted: true },
    ]);
    await remove(moderator, `${MESSAGES}/${removed.id}`, { reason: "Spam" });
    const told = await stream.untilFrame(changes(removed.id));
    expect(messagesOf(told, "chat_change")).toMatchObject([
      { message: "", deletedBy: chatters.ids.moderator },
    ]);
    const reporters = [bob, moderator, await sites.one.player("carol")];
    for (const reporter of reporters.slice(0, REPORTS_TO_HIDE)) {
      const answer = await reporter.post(`${MESSAGES}/${reported.id}/report`, { reason: "Rude" });
      expect(answer.status).toBe(200);
      if (reporter !== reporters.at(-1))
        await chatters.say(bob, `Reported by ${reporters.indexOf(reporter)}`);
    }
    // Hidings take another path than new messages, so either may come first.
    const hidden = await stream.untilFrame(every(changes(reported.id), holds("Reported by 1")));
    expect(messagesOf(hidden, "chat_change")).toMatchObject([
      { id: reported.id, message: "", isDeleted: false },
    ]);
    expect(messagesOf(hidden).map(({ message }) => message)).toEqual(["Reported by 0", "Reported by 1"]);
  });

  it("continues without a gap after a break: the first frame has the newest position", async () => {
    const first = await listening(bob);
    const before = await chatters.say(alice);
    await first.stream.untilFrame(holds(before.message));
    await first.stream.close();
    const missed = [await chatters.say(alice), await chatters.say(alice)];
    const again = await listening(bob);
    expect(again.upTo).toBe(missed.at(-1)?.position);
    const gap = await chatters.newest(bob, `?after=${before.position}`);
    expect(gap.toReversed()).toEqual(missed);
    const next = await chatters.say(alice);
    expect(messagesOf(await again.stream.untilFrame(holds(next.message)))).toEqual([next]);
  });

  it("starts over where notifications of changes were lost", async () => {
    const { stream } = await listening(bob);
    const said = await chatters.say(alice);
    await stream.untilFrame(holds(said.message));
    await expect
      .poll(
        async () => {
          await sites.db.query("update chat_rooms set version = version + 50");
          await sites.db.query("select pg_notify('florin_chat', 'nonsense')");
          const heard = stream.untilFrame(({ name }) => name === "snapshot").then(() => true);
          return Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 1_000, false))]);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  it("carries nothing to visitors and to players below the level", async () => {
    await chatters.levelMin(20);
    const ears = [await enter(sites.one.visitor()), await enter(alice)];
    const { stream: member } = await listening(moderator);
    const { message } = await chatters.say(moderator);
    await member.untilFrame(holds(message));
    await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    for (const stream of ears) {
      const topics = (await stream.until("ledger")).map(({ topic }) => topic);
      expect(topics).not.toContain("chat");
      expect(stream.frames).toEqual([]);
    }
    await chatters.levelMin(1);
  });

  it("replaces the topic, which all others receive", async () => {
    const { stream } = await listening(bob);
    const other = await alice.live();
    streams.push(other);
    const { message } = await chatters.say(alice);
    await stream.untilFrame(holds(message));
    await other.until("chat");
    await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    expect((await stream.until("ledger")).map(({ topic }) => topic)).not.toContain("chat");
  });
});
