import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  call,
  errorText,
  isConnectionLost,
  isOpen,
  isSetupRequired,
  isUnauthorized,
} from "#web/lib/api/api.ts";
import { forgetPosition, newestPosition, rememberPosition } from "#web/lib/api/position.ts";
import { fakeApi, lost, refused, setupRequired, unauthorized } from "#web/testing/fake-api.ts";
import { aFlip, aProof, someStats } from "#web/testing/fixtures.ts";

const failureOf = (calling: Promise<unknown>) =>
  calling.then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => error,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  forgetPosition();
});

describe("a call", () => {
  it("sends its cookies, and JSON when it has a body", async () => {
    const api = fakeApi({ "POST /games/coinflip": aFlip() });
    await call("POST /games/coinflip", { body: { betAmount: 10, betSide: "rbx" }, idempotencyKey: "key-1" });
    expect(api.requests).toMatchObject([
      { path: "/api/games/coinflip", credentials: "include", body: { betAmount: 10, betSide: "rbx" } },
    ]);
    expect(api.requests[0]!.headers.get("content-type")).toBe("application/json");
    expect(api.requests[0]!.headers.get("idempotency-key")).toBe("key-1");
  });

  it("fills in its path and leaves out missing parts of the query", async () => {
    const api = fakeApi({ "GET /games/{id}/proof": aProof(), "GET /games/history": [] });
    await call("GET /games/{id}/proof", { params: { id: "a/b" } });
    await call("GET /games/history", { query: { limit: "5" } });
    expect(api.requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      "/api/games/a%2Fb/proof?",
      "/api/games/history?limit=5",
    ]);
  });

  it("remembers the position of a write and requires it in later reads", async () => {
    const api = fakeApi({ "POST /games/coinflip": aFlip({ position: 42 }), "GET /games/stats": someStats() });
    await call("GET /games/stats");
    await call("POST /games/coinflip", { body: { betAmount: 10, betSide: "rbx" } });
    await call("GET /games/stats");
    const asked = api.requestsOf("GET /games/stats").map(({ headers }) => headers.get("ledger-min-position"));
    expect(asked).toEqual([null, "42"]);
  });

  it("never goes back to an older position", () => {
    rememberPosition(7);
    rememberPosition(3);
    rememberPosition(Number.NaN);
    expect(newestPosition()).toBe(7);
  });
});

describe("an error", () => {
  it("contains the status, a colon and the body", async () => {
    fakeApi({ "GET /auth/user": unauthorized });
    const error = await failureOf(call("GET /auth/user"));
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message).toMatch(/^401: \{.*"title":"Unauthorized"/);
    expect(isUnauthorized(error)).toBe(true);
  });

  it("contains the status text without a body", () => {
    const error = new ApiError(new Response(null, { status: 502, statusText: "Bad Gateway" }), "");
    expect(error.message).toBe("502: Bad Gateway");
    expect(error.problem).toBeNull();
  });

  it("is shown to people by the problem's detail, not by its raw body", async () => {
    fakeApi({ "GET /games/stats": refused(409, "insufficient_balance", "You don't have enough RBX") });
    expect(errorText(await failureOf(call("GET /games/stats")), "Failed")).toBe("You don't have enough RBX");
  });

  it("falls back when there is nothing to show, such as for the page of a proxy", async () => {
    expect(errorText(undefined, "Failed to play game")).toBe("Failed to play game");
    const page = { failure: "refused", status: 502, body: "<html>Bad Gateway</html>" } as const;
    fakeApi({ "GET /games/stats": page });
    expect(errorText(await failureOf(call("GET /games/stats")), "Failed")).toBe("Failed");
  });

  it("says in plain words that the server was not reached, or too slow", async () => {
    const slow = () => Promise.reject(new DOMException("signal timed out", "TimeoutError"));
    fakeApi({ "GET /games/stats": lost, "GET /auth/user": slow });
    for (const error of [await failureOf(call("GET /games/stats")), await failureOf(call("GET /auth/user"))])
      expect(errorText(error, "Failed")).toMatch(/^The server cannot be reached\./);
  });

  it("blames the server for no fault of the page, and for no call that the page gave up", async () => {
    expect(errorText(new TypeError("x is not a function"), "Failed")).toBe("x is not a function");
    const leaving = new AbortController();
    leaving.abort(new DOMException("The page was left", "AbortError"));
    fakeApi({ "GET /games/stats": () => Promise.reject(leaving.signal.reason) });
    const given = await failureOf(call("GET /games/stats", { signal: leaving.signal }));
    expect(given).toBe(leaving.signal.reason);
  });

  it("distinguishes a server without sign-in from a busy one", async () => {
    fakeApi({
      "GET /auth/user": setupRequired,
      "GET /games/stats": refused(503, "unavailable", "Try later"),
    });
    expect(isSetupRequired(await failureOf(call("GET /auth/user")))).toBe(true);
    expect(isSetupRequired(await failureOf(call("GET /games/stats")))).toBe(false);
  });

  it("distinguishes a lost connection from an answer", async () => {
    fakeApi({ "GET /games/stats": lost, "GET /auth/user": unauthorized });
    expect(isConnectionLost(await failureOf(call("GET /games/stats")))).toBe(true);
    expect(isConnectionLost(await failureOf(call("GET /auth/user")))).toBe(false);
  });

  it("leaves a command's outcome open if the server says to retry soon or a proxy had no answer, and only then", async () => {
    const away = refused(503, "unavailable", "Ask again");
    const off = refused(503, "real_money_off", "Nobody can pay here");
    const openAfter = async (retryAfter: number | undefined, answer: typeof away) => {
      fakeApi({ "POST /shop/purchase": { ...answer, ...(retryAfter !== undefined && { retryAfter }) } });
      const body = { listingId: 1, paymentMethod: "paypal" } as const;
      return isOpen(await failureOf(call("POST /shop/purchase", { body })));
    };
    expect([await openAfter(1, away), await openAfter(3_600, off), await openAfter(undefined, away)]).toEqual(
      [true, false, false],
    );
    const ofProxy = { failure: "refused", body: "<html>" } as const;
    expect(await openAfter(undefined, { ...ofProxy, status: 502 })).toBe(true);
    expect(await openAfter(undefined, { ...ofProxy, status: 504 })).toBe(true);
    expect(await openAfter(undefined, { ...ofProxy, status: 500 })).toBe(false);
  });

  it("of another status is not a lost session, whatever its text", async () => {
    fakeApi({ "GET /auth/user": refused(403, "role", "Unauthorized") });
    expect(isUnauthorized(await failureOf(call("GET /auth/user")))).toBe(false);
  });
});

describe("a change without a key", () => {
  it("is sent once while it is under way, and its answer is shared", async () => {
    let answer = (_: { url: string }) => {};
    const api = fakeApi({
      "POST /responsible-play/age/check": () => new Promise((resolve) => (answer = resolve)),
    });
    const check = () => call("POST /responsible-play/age/check", { body: { confirm: true } });
    const both = Promise.all([check(), check()]);
    expect(api.requests).toHaveLength(1);
    answer({ url: "https://checks.example" });
    expect(await both).toEqual([{ url: "https://checks.example" }, { url: "https://checks.example" }]);
    void check();
    expect(api.requests).toHaveLength(2);
  });

  it("is sent beside another one of other content", () => {
    const api = fakeApi({ "DELETE /me/sessions/{id}": () => new Promise(() => {}) });
    for (const id of ["a", "b"]) void call("DELETE /me/sessions/{id}", { params: { id } });
    expect(api.requests.map(({ path }) => path)).toEqual(["/api/me/sessions/a", "/api/me/sessions/b"]);
  });
});
