import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ASK_AGAIN_AFTER_MS, command } from "#web/lib/api/commands/command.ts";
import { OPEN_FOR_MS, OPEN_MAX } from "#web/lib/api/commands/open-commands.ts";
import { forgetUnderWay } from "#web/lib/api/once.ts";
import { type FakeApi, fakeApi, lost, refused, unauthorized } from "#web/testing/fake-api.ts";

const WITHDRAW = "POST /items/withdrawals";
const HALT = "POST /admin/stakes/halt";
const CASH_OUT = "POST /cashouts";
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
  const sending = command(WITHDRAW, { body: { userLimitedId } }).catch(() => {});
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_AFTER_MS.reduce((sum, ms) => sum + ms, 0));
  await sending;
}

/** Halts or resumes all stakes, and waits as long. */
async function act(route: typeof HALT | typeof RESUME): Promise<void> {
  const sending = command(route, { body: DRILL }).catch(() => {});
  await vi.runAllTimersAsync();
  await sending;
}

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
    void command(WITHDRAW, { body: { userLimitedId: 7 } });
    forgetUnderWay();
    void command(WITHDRAW, { body: { userLimitedId: 7 } });
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

  it("keeps its key while another of its kind is carried out: a second cash-out says nothing of the first", async () => {
    const api = fakeApi({ [CASH_OUT]: lost });
    const cashOut = (amount: number) => {
      const body = { amount, currency: "usd", paypalEmail: "alice@mail.example" } as const;
      const sending = command(CASH_OUT, { body }).catch(() => {});
      return vi.runAllTimersAsync().then(() => sending);
    };
    await cashOut(50);
    api.answer(CASH_OUT, done);
    await cashOut(20);
    await cashOut(50);
    const keys = keysOf(api, CASH_OUT);
    expect(keys.at(-1)).toBe(keys[0]);
    expect(new Set(keys).size).toBe(2);
  });

  it("is another one after another value was set in the same place", async () => {
    const api = fakeApi({ [PRIVACY]: lost });
    const set = (presence: boolean) => {
      const body = { profile: "public", activity: "public", presence, requests: true } as const;
      const sending = command(PRIVACY, { body }).catch(() => {});
      return vi.runAllTimersAsync().then(() => sending);
    };
    await set(false);
    api.answer(PRIVACY, done);
    await set(true);
    await set(false);
    expect(new Set(keysOf(api, PRIVACY)).size).toBe(3);
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
    const sending = command("POST /shop/payment-methods", {
      body: { method: "paypal", paypalEmail: "alice@mail.example" },
    }).catch(() => {});
    await vi.runAllTimersAsync();
    await sending;
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
