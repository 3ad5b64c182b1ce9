import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Route } from "#web/lib/api/api.ts";
import { ASK_AGAIN_AFTER_MS, command } from "#web/lib/api/commands/command.ts";
import { OPEN_FOR_MS, OPEN_MAX } from "#web/lib/api/commands/open-commands.ts";
import { forgetUnderWay } from "#web/lib/api/once.ts";
import { type FakeApi, fakeApi, lost, refused, unauthorized } from "#web/testing/fake-api.ts";

const WITHDRAW = "POST /items/withdrawals";
const HALT = "POST /admin/stakes/halt";
const CASH_OUT = "POST /cashouts";
const CANCEL = "POST /cashouts/{id}/cancel";
const BUY = "POST /shop/purchase";
const CONFIRM = "POST /shop/purchases/{id}/confirm";
const BET = "POST /games/coinflip";
const PRIVACY = "PUT /me/privacy";
const RESUME = "POST /admin/stakes/resume";

/** How often a command is sent whose answers are all lost. */
const TRIES = ASK_AGAIN_AFTER_MS.length + 1;
const DRILL = { reason: "Drill" };
/** No test reads what the withdrawal answers. */
const done = {} as never;
const notEnough = refused(409, "not_in_custody", "It is not in custody");

/** Withdraws an item, and waits until that was answered or given up. */
async function withdraw(userLimitedId = 7): Promise<void> {
  const sending = command(WITHDRAW, { body: { userLimitedId }, makesOne: true }).catch(() => {});
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_AFTER_MS.reduce((sum, ms) => sum + ms, 0));
  await sending;
}

/** Waits until a command was answered or given up. */
async function over(sending: Promise<unknown>): Promise<void> {
  const settled = sending.catch(() => {});
  await vi.runAllTimersAsync();
  await settled;
}

/** Halts or resumes all stakes. */
const act = (route: typeof HALT | typeof RESUME) => over(command(route, { body: DRILL }));

const cashOut = (amount: number) =>
  over(
    command(CASH_OUT, {
      body: { amount, currency: "usd", paypalEmail: "alice@mail.example" },
      makesOne: true,
    }),
  );

const bet = (betAmount: number) => over(command(BET, { body: { betAmount, betSide: "rbx" } }));

const keysOf = (api: FakeApi, route: Parameters<FakeApi["requestsOf"]>[0] = WITHDRAW) =>
  api.requestsOf(route).map(({ headers }) => headers.get("idempotency-key"));
/** How many different commands these requests are. */
const commandsOf = (api: FakeApi) => new Set(keysOf(api)).size;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  forgetUnderWay();
});

describe("a command whose answer was lost", () => {
  it("has the same key when it is sent again", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    await withdraw();
    await withdraw();
    expect(keysOf(api)).toHaveLength(2 * TRIES);
    expect(commandsOf(api)).toBe(1);
  });

  it("has the same key after the page was loaded again before an answer", async () => {
    const api = fakeApi({ [WITHDRAW]: () => new Promise(() => {}) });
    void command(WITHDRAW, { body: { userLimitedId: 7 }, makesOne: true });
    forgetUnderWay();
    void command(WITHDRAW, { body: { userLimitedId: 7 }, makesOne: true });
    expect(keysOf(api)).toHaveLength(2);
    expect(commandsOf(api)).toBe(1);
  });

  it("has its key however many others are sent in between", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    for (const item of [7, 8, 7, 8]) await withdraw(item);
    expect(commandsOf(api)).toBe(2);
  });

  it("has its key after a refusal that the service may give before it looks the key up", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    await withdraw();
    api.answer(WITHDRAW, unauthorized);
    await withdraw();
    api.answer(WITHDRAW, done);
    await withdraw();
    expect(commandsOf(api)).toBe(1);
  });

  it("is another one once its outcome is known", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    await withdraw();
    api.answer(WITHDRAW, done);
    await withdraw();
    await withdraw();
    const keys = keysOf(api);
    expect(keys.slice(0, TRIES + 1)).toEqual(Array(TRIES + 1).fill(keys[0]));
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it("is another one after half an hour", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    await withdraw();
    vi.setSystemTime(Date.now() + OPEN_FOR_MS);
    await withdraw();
    expect(commandsOf(api)).toBe(2);
  });

  it("is another one after what followed in the same place: stakes halted a second time are halted", async () => {
    const api = fakeApi({ [HALT]: lost, [RESUME]: done, [WITHDRAW]: lost });
    await withdraw();
    await act(HALT);
    await act(RESUME);
    await act(HALT);
    await withdraw();
    expect(new Set(keysOf(api, HALT)).size).toBe(2);
    expect(commandsOf(api)).toBe(1);
  });

  it("keeps its key while others are carried out, if it makes one thing: a cash-out is paid once", async () => {
    const api = fakeApi({ [CASH_OUT]: lost, [CANCEL]: done });
    await cashOut(50);
    api.answer(CASH_OUT, done);
    await cashOut(20);
    await over(command(CANCEL, { params: { id: "co_1" }, body: {} }));
    await cashOut(50);
    const keys = keysOf(api, CASH_OUT);
    expect(keys.at(-1)).toBe(keys[0]);
    expect(new Set(keys).size).toBe(2);
  });

  it("keeps its key while others are carried out, if it makes one thing: a purchase is paid once", async () => {
    const api = fakeApi({ [BUY]: lost, [CONFIRM]: done });
    const buy = (listingId: number) =>
      over(command(BUY, { body: { listingId, paymentMethod: "paypal" }, makesOne: true }));
    await buy(7);
    api.answer(BUY, done);
    await buy(8);
    await over(command(CONFIRM, { params: { id: "pu_1" }, body: {} }));
    await buy(7);
    const keys = keysOf(api, BUY);
    expect(keys.at(-1)).toBe(keys[0]);
    expect(new Set(keys).size).toBe(2);
  });

  it("has the same key when a bet is pressed again, and another one after another bet", async () => {
    const api = fakeApi({ [BET]: lost });
    await bet(5);
    await bet(5);
    expect(new Set(keysOf(api, BET)).size).toBe(1);
    api.answer(BET, done);
    await bet(7);
    await bet(5);
    expect(new Set(keysOf(api, BET)).size).toBe(3);
  });

  it("keeps a bet's key while another bet is lost or refused, which shows its player nothing", async () => {
    const api = fakeApi({ [BET]: lost });
    await bet(5);
    await bet(7);
    api.answer(BET, refused(409, "insufficient_balance", "Not enough"));
    await bet(9);
    api.answer(BET, done);
    await bet(5);
    const keys = keysOf(api, BET);
    expect(keys.at(-1)).toBe(keys[0]);
  });

  const setters: readonly [Route, (value: string) => Promise<unknown>][] = [
    [
      PRIVACY,
      (value) => {
        const presence = value === "b";
        return command(PRIVACY, {
          body: { profile: "public", activity: "public", presence, requests: true },
        });
      },
    ],
    [
      "POST /chat/mutes",
      (reason) => command("POST /chat/mutes", { body: { userId: "p_1", minutes: 5, reason } }),
    ],
    [
      "POST /responsible-play/region",
      (region) => command("POST /responsible-play/region", { body: { region } }),
    ],
    ["POST /fairness/rotate", (clientSeed) => command("POST /fairness/rotate", { body: { clientSeed } })],
  ];
  it.each(setters)("is another one after %s set another value", async (route, set) => {
    const api = fakeApi({ [route]: lost });
    await over(set("a"));
    api.answer(route, done);
    await over(set("b"));
    await over(set("a"));
    expect(new Set(keysOf(api, route)).size).toBe(3);
  });

  it("keeps its key while another is carried out that was sent before it was given up", async () => {
    const answers: ((answer: never) => void)[] = [];
    const later = () => new Promise<never>((resolve) => answers.push(resolve));
    const api = fakeApi({ [HALT]: later, [RESUME]: later });
    void command(HALT, { body: DRILL });
    const second = command(RESUME, { body: DRILL });
    answers[1]!(done);
    await second;
    forgetUnderWay();
    void command(HALT, { body: DRILL });
    expect(keysOf(api, HALT)).toHaveLength(2);
    expect(new Set(keysOf(api, HALT)).size).toBe(1);
  });

  it("keeps its key while another is carried out, if it was lost again meanwhile", async () => {
    let answer = (_: never) => {};
    const api = fakeApi({ [HALT]: lost, [RESUME]: () => new Promise((resolve) => (answer = resolve)) });
    await act(HALT);
    const second = command(RESUME, { body: DRILL });
    vi.setSystemTime(Date.now() + 1);
    await act(HALT);
    answer(done);
    await second;
    await act(HALT);
    expect(new Set(keysOf(api, HALT)).size).toBe(1);
  });

  it("has its key after the service failed, which may be after it was carried out", async () => {
    const api = fakeApi({ [WITHDRAW]: refused(500, "internal", "Something went wrong.") });
    await withdraw();
    await withdraw();
    expect(keysOf(api)).toHaveLength(2);
    expect(commandsOf(api)).toBe(1);
  });

  it("is another one once its key is refused, which would be refused for ever", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    await withdraw();
    api.answer(WITHDRAW, refused(422, "idempotency_key_reused", "The key was used for another request."));
    await withdraw();
    api.answer(WITHDRAW, done);
    await withdraw();
    const keys = keysOf(api);
    expect(keys.at(-2)).toBe(keys[0]);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it("leaves nothing of its content in the tab, where the next user could read it", async () => {
    fakeApi({ "POST /shop/payment-methods": lost });
    const body = { method: "paypal", paypalEmail: "alice@mail.example" } as const;
    await over(command("POST /shop/payment-methods", { body, makesOne: true }));
    expect(sessionStorage).toHaveLength(1);
    expect(JSON.stringify(sessionStorage)).not.toMatch(/alice|paypal"/);
  });

  it("is forgotten when too many others are open", async () => {
    const api = fakeApi({ [WITHDRAW]: lost });
    for (let item = 0; item <= OPEN_MAX; item++) await withdraw(item);
    await withdraw(OPEN_MAX);
    expect(commandsOf(api)).toBe(OPEN_MAX + 1);
    await withdraw(0);
    expect(commandsOf(api)).toBe(OPEN_MAX + 2);
  });

  it("is sent as a new one by a browser that kept something unreadable", async () => {
    const api = fakeApi({ [WITHDRAW]: done });
    sessionStorage.setItem("florin.open-commands", "{");
    await withdraw();
    expect(keysOf(api)[0]).toBeTruthy();
  });
});

describe("a command whose outcome is known", () => {
  it("is another one when it is sent again, done or refused", async () => {
    const api = fakeApi({ [WITHDRAW]: done });
    await withdraw();
    await withdraw();
    api.answer(WITHDRAW, notEnough);
    await withdraw();
    await withdraw();
    expect(keysOf(api)).toHaveLength(4);
    expect(commandsOf(api)).toBe(4);
    expect(sessionStorage).toHaveLength(0);
  });
});

describe("a command under way", () => {
  it("is not sent a second time, from another dialog either", async () => {
    let answer = (_: never) => {};
    const api = fakeApi({ [WITHDRAW]: () => new Promise((resolve) => (answer = resolve)) });
    const both = Promise.all([withdraw(), withdraw()]);
    expect(keysOf(api)).toHaveLength(1);
    answer(done);
    await both;
    expect(keysOf(api)).toHaveLength(1);
  });

  it("is sent beside one of other content, under a key of its own", async () => {
    const api = fakeApi({ [WITHDRAW]: done });
    await Promise.all([withdraw(7), withdraw(8)]);
    expect(commandsOf(api)).toBe(2);
  });
});
