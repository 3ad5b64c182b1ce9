import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { currentUserQuery } from "#web/lib/api/session.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { site } from "#web/site.ts";
import { aPlay } from "#web/testing/examples/play.ts";
import { type FakeAnswers, fakeApi, unauthorized } from "#web/testing/fake-api.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";
import { aFairness, someStats } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const LOADED = { timeout: 30_000 };
const HINT = "florin_hint=1";
const HOUR_MS = 3_600_000;
/** How long the site waits for its first page. */
const FIRST_PAGE_MS = 1_000;

const signedIn = (change: Partial<ReturnType<typeof aUser>> = {}, answers: FakeAnswers = {}) =>
  fakeApi({
    "GET /auth/user": aUser(change),
    "GET /games/stats": someStats(),
    "GET /games/history": [],
    "GET /games/bets": [],
    "GET /fairness": aFairness(),
    ...answers,
  });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `${HINT}; max-age=0`;
});

describe("while authentication loads", () => {
  const never = { "GET /auth/user": () => new Promise<never>(() => undefined) };

  it("a page without a fixed heading shows a spinner to a browser that expects a session", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = HINT;
    fakeApi(never);
    renderSite("/admin/system");
    expect(await screen.findByText("Loading...", {}, LOADED)).toBeTruthy();
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  });

  it("the casino shows a spinner below its heading", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = HINT;
    fakeApi(never);
    await site.routes.find(({ path, access }) => path === "/" && access === "player")?.page.preload();
    renderSite("/");
    expect(await screen.findByRole("heading", { level: 1, name: "Coin Flip" }, LOADED)).toBeTruthy();
    expect(within(screen.getByRole("main")).getByText("Loading...")).toBeTruthy();
  });

  it("any other page keeps its heading and the places of its rows", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = HINT;
    fakeApi(never);
    await site.routes.find(({ path }) => path === "/history")?.page.preload();
    renderSite("/history");
    expect(await screen.findByRole("heading", { level: 1, name: "History" }, LOADED)).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Your games" })).getByText("Loading...")).toBeTruthy();
  });

  it("the page's code loads early for a browser that expects a session, and for no other", async () => {
    fakeApi(never);
    const page = site.routes.find(({ path }) => path === "/history")?.page;
    const preload = vi.spyOn(page!, "preload");
    renderSite("/history").unmount();
    expect(preload).not.toHaveBeenCalled();
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = HINT;
    renderSite("/history");
    expect(preload).toHaveBeenCalledTimes(1);
  });

  it("nothing is drawn before the page itself can be", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = HINT;
    signedIn();
    // Its place is drawn after a second without its code, which a busy machine needs to load it.
    await site.routes.find(({ path }) => path === "/leaderboard")?.page.preload();
    const { container } = renderSite("/leaderboard");
    const drawn: (string | null)[] = [];
    const note = () => drawn.push(container.textContent);
    new MutationObserver(note).observe(container, { childList: true, subtree: true });
    expect(container.querySelector("main")).toBeNull();
    await screen.findByRole("heading", { level: 1, name: "Leaderboard" }, LOADED);
    expect(drawn.find((text) => text?.includes("Skip to content"))).toContain("count one to one");
  });

  it("what stands above the page comes with it, so that it need not move down", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = HINT;
    const startedAt = new Date(Date.now() - HOUR_MS).toISOString();
    const realityCheck = { ...aPlay().realityCheck, dueAt: startedAt, isDue: true };
    signedIn(
      {},
      {
        "GET /responsible-play": aPlay({
          session: { startedAt, wagered: "30.00", net: "-4.50" },
          realityCheck,
        }),
        "GET /stakes": { halted: true, since: startedAt },
      },
    );
    // However slow the machine is, the page waits for what it needs.
    const { setTimeout: later } = globalThis;
    vi.stubGlobal("setTimeout", (then: () => void, ms = 0) =>
      later(then, ms === FIRST_PAGE_MS ? HOUR_MS : ms),
    );
    const { container } = renderSite("/leaderboard");
    const drawn: string[] = [];
    new MutationObserver(() => drawn.push(container.textContent ?? "")).observe(container, {
      childList: true,
      subtree: true,
    });
    await screen.findByRole("heading", { level: 1, name: "Leaderboard" }, LOADED);
    const first = drawn.find((text) => text.includes("Skip to content"));
    expect(first).toContain("You have played for");
    expect(first).toContain("No bets are taken at the moment");
  });

  it("it shows the landing page to any other", async () => {
    fakeApi(never);
    renderSite("/");
    expect(await screen.findByRole("heading", { name: "How to Play" }, LOADED)).toBeTruthy();
  });
});

describe("the header of a signed-in player", () => {
  it("links the pages, marks the current one, and shows balance and name", async () => {
    signedIn({ rbxBalance: "1234.56", tixBalance: "500.00" });
    renderSite("/");
    const nav = await screen.findByRole("navigation", { name: "Main" }, LOADED);
    const links = [...nav.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
    const inBar = site.header.filter((link) => !site.further.includes(link));
    expect(links).toEqual(inBar.map(({ label, route }) => [label, route.path]));
    expect(links).toContainEqual(["Casino", "/"]);
    expect(nav.querySelector("[aria-current='page']")?.textContent).toBe("Casino");
    expect(screen.getByTestId("header-balance").textContent).toBe("Balance1,735RBX");
    expect(screen.getByText("Alice")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    expect(leaveTo).toHaveBeenCalledWith("/api/logout");
  });

  it("keeps further pages behind More, which shows when one of them is open, and closes by Escape", async () => {
    signedIn();
    renderSite("/nowhere");
    const nav = await screen.findByRole("navigation", { name: "Main" }, LOADED);
    const more = within(nav).getByRole("button", { name: "More" });
    expect(more.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(more);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    const menu = document.getElementById(more.getAttribute("aria-controls") ?? "");
    const links = [...(menu?.querySelectorAll("a") ?? [])].map((link) => link.textContent);
    expect(links).toEqual(site.further.map(({ label }) => label));
    expect(links).toContain("Ledger");
    fireEvent.keyDown(menu ?? more, { key: "Escape" });
    expect(more.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(more);
    fireEvent.click(more);
    fireEvent.click(within(nav).getByRole("link", { name: "Ledger" }));
    const named = { name: "More, current page: Ledger" };
    expect((await screen.findByRole("button", named, LOADED)).getAttribute("aria-expanded")).toBe("false");
  });

  it.each([
    [{ firstName: "", email: "bob@example.com" }, "bob"],
    [{ firstName: "", email: null }, "Player"],
  ])("falls back to another name: %j", async (user, name) => {
    signedIn(user);
    renderSite("/");
    expect(await screen.findByText(name, {}, LOADED)).toBeTruthy();
  });

  it("mutes and unmutes, and remembers the choice", async () => {
    signedIn();
    renderSite("/");
    const mute = await screen.findByRole("button", { name: "Mute sounds" }, LOADED);
    expect(await screen.findByRole("slider", { name: "Sound volume" })).toHaveProperty("ariaValueNow", "70");
    fireEvent.click(mute);
    expect(mute.getAttribute("aria-pressed")).toBe("true");
    expect(JSON.parse(localStorage.getItem("florin.sound") ?? "")).toEqual({ volume: 0.7, muted: true });
    fireEvent.click(mute);
  });
});

describe("moving between pages", () => {
  it("names the document, moves focus to the heading, and handles unknown addresses", async () => {
    signedIn();
    renderSite("/nowhere");
    const heading = await screen.findByRole("heading", { name: "404 Page Not Found" }, LOADED);
    expect(document.title).toBe("404 Page Not Found · Florin");
    fireEvent.click(screen.getByRole("link", { name: "Back to the casino" }));
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Coin Flip"), LOADED);
    expect(document.title).toBe("Casino · Florin");
    expect(heading.isConnected).toBe(false);
    // The address that the skip link leaves in the history, gone back to.
    act(() => {
      window.history.replaceState(null, "", "/nowhere#main");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("404 Page Not Found"), LOADED);
  });
});

describe("a session that ends while the page is open", () => {
  it("is announced, keeps the page, and begins sign-in again", async () => {
    fakeEventSource();
    const api = signedIn();
    const { queryClient } = renderSite("/");
    await screen.findByRole("heading", { name: "Coin Flip" }, LOADED);
    api.answer("GET /auth/user", unauthorized);
    await act(() => queryClient.invalidateQueries(currentUserQuery));
    expect(await screen.findByText("You are logged out. Logging in again...")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Coin Flip" })).toBeTruthy();
    await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledWith("/api/login"), LOADED);
  });
});

describe("a visitor whose live stream is interrupted", () => {
  it("keeps the header while the session is checked again", async () => {
    fakeEventSource();
    const api = fakeApi({ "GET /auth/user": unauthorized });
    renderSite("/game-info");
    await screen.findByRole("heading", { level: 1 }, LOADED);
    expect(await screen.findByRole("link", { name: "Sign In with Roblox" })).toBeTruthy();
    api.answer("GET /auth/user", () => new Promise<never>(() => undefined));
    act(() => FakeEventSource.current.onerror?.());
    await vi.waitFor(() => expect(api.requestsOf("GET /auth/user")).toHaveLength(2), LOADED);
    // The cache notifies the page in a turn of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole("link", { name: "Sign In with Roblox" })).toBeTruthy();
  });
});
