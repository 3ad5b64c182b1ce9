import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { drawPages } from "#web/drawn-pages.tsx";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { fakeApi, lost, refused, setupRequired, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const signedOut = () => fakeApi({ "GET /auth/user": unauthorized });

/** The first page of a test file has to be compiled first. */
const LOADED = { timeout: 10_000 };

beforeEach(() => vi.clearAllMocks());

/** HTML without React's ids and the zone, which only a browser knows, and with attributes in one order. */
function comparable(html: string): string {
  const holder = document.createElement("template");
  holder.innerHTML = html.replaceAll(/_r_\w+_|_R_\w*_/g, "id").replaceAll(/Times: [^<]+/g, "");
  for (const element of holder.content.querySelectorAll("*")) {
    const attributes = [...element.attributes].toSorted((a, b) => a.name.localeCompare(b.name));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  return holder.innerHTML;
}

describe("the landing page", () => {
  it("leads to sign-in and explains how to play", async () => {
    signedOut();
    renderSite("/");
    const [signIn] = await screen.findAllByRole("link", { name: "Sign In with Roblox" }, LOADED);
    expect(signIn!.getAttribute("href")).toBe("/api/login");
    for (const name of ["Fair Gaming", "High Rewards", "Secure", "Community", "How to Play"])
      expect(await screen.findByRole("heading", { name })).toBeTruthy();
    for (const name of ["Choose Side", "Place Bet", "Win"])
      expect(screen.getByRole("heading", { name })).toBeTruthy();
    for (const [name, href] of [
      ["How fairness works", "/fairness"],
      ["What a flip pays", "/game-info"],
      ["Open the ledger", "/ledger"],
      ["See the leaderboard", "/leaderboard"],
      ["sample limiteds", "/my-limiteds"],
      ["open coinflips", "/limiteds-coinflip"],
    ] as const) {
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href);
    }
    expect(screen.getByText("No demo users are allowed: play is for Roblox accounts only.")).toBeTruthy();
    act(() => hearOfDemoPlayers(new Headers({ "Demo-Players": "1" })));
    expect(screen.getByText(/^No demo users are allowed.* are programs/)).toBeTruthy();
    act(() => hearOfDemoPlayers(new Headers()));
    expect(screen.getByRole("link", { name: /Test the OAuth/ }).getAttribute("href")).toBe("/oauth-test");
    const footer = within(screen.getByRole("navigation", { name: "Footer" }));
    const linked = footer.getAllByRole("link").map((link) => link.textContent);
    expect(linked).toEqual(["Game Info", "Support", "Responsible Gaming", "Ledger", "Fairness"]);
  });

  it.each(["site", "demo"] as const)("is drawn by the build as it is drawn here: %s", async (kind) => {
    const drawn = document.createElement("template");
    drawn.innerHTML = (await drawPages(kind))["visitor /"] ?? "";
    signedOut();
    const { container } = renderSite("/");
    await screen.findByRole("heading", { name: "How to Play" }, LOADED);
    if (kind === "demo") act(() => hearOfDemoPlayers(new Headers({ "Demo-Players": "1" })));
    expect(comparable(drawn.content.firstElementChild?.innerHTML ?? "")).toBe(
      comparable(container.firstElementChild?.outerHTML ?? ""),
    );
    act(() => hearOfDemoPlayers(new Headers()));
  });

  it("is what visitors see at any address without a page for them", async () => {
    signedOut();
    renderSite("/history");
    expect(await screen.findByRole("heading", { name: "How to Play" }, LOADED)).toBeTruthy();
  });

  it.each([
    ["error=code_expired", "Authorization code expired. Please try signing in again."],
    ["error=auth_failed", "Authentication failed. Please try again."],
    ["error=session_expired", "Session expired. Please try logging in again."],
    ["error=other&message=The+platform+said+no", "The platform said no"],
    ["error=other", "An error occurred during authentication."],
    ["error=toString", "An error occurred during authentication."],
    ["error=auth_failed&message=not+this", "Authentication failed. Please try again."],
  ])("shows ?%s once and cleans the address", async (query, sentence) => {
    signedOut();
    renderSite(`/?${query}`);
    expect((await screen.findByRole("alert", {}, LOADED)).textContent).toContain(sentence);
    expect(window.location.search).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows a cancelled sign-in calmly", async () => {
    signedOut();
    renderSite("/?error=auth_failed&message=You+cancelled+the+sign-in.&cancelled=1");
    const told = await screen.findByText("You cancelled the sign-in.", {}, LOADED);
    expect(told.closest("[role=status]")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(window.location.search).toBe("");
  });

  it("returns to the requested page for players after sign-in", async () => {
    signedOut();
    renderSite("/deposits?tab=x");
    const links = await screen.findAllByRole("link", { name: "Sign In with Roblox" }, LOADED);
    for (const link of links)
      expect(link.getAttribute("href")).toBe("/api/login?returnTo=%2Fdeposits%3Ftab%3Dx");
  });

  it("has no banner without an error", async () => {
    signedOut();
    renderSite("/?message=hello");
    await screen.findByRole("heading", { name: "How to Play" }, LOADED);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows when the server cannot be reached, and tries again", async () => {
    const api = fakeApi({ "GET /auth/user": lost });
    renderSite("/");
    const again = await screen.findByRole("button", { name: "Try again" }, LOADED);
    api.answer("GET /auth/user", unauthorized);
    fireEvent.click(again);
    await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});

describe("the setup page", () => {
  it("is the only page until sign-in is configured", async () => {
    fakeApi({ "GET /auth/user": setupRequired });
    renderSite("/leaderboard");
    expect(await screen.findByRole("heading", { name: "Setup Required" }, LOADED)).toBeTruthy();
    for (const name of ["ROBLOX_CLIENT_ID", "ROBLOX_CLIENT_SECRET", "ROBLOX_REDIRECT_URI"])
      expect(screen.getByText(name)).toBeTruthy();
    const steps = screen.getByRole("heading", { name: "Setup steps" }).closest("section");
    expect(within(steps!).getAllByRole("listitem")).toHaveLength(4);
    const create = screen.getByRole("link", { name: "Create OAuth App" });
    expect([create.getAttribute("target"), create.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
    expect(screen.getByRole("button", { name: "Check Again" })).toBeTruthy();
  });

  it("is not shown for a server that is merely away", async () => {
    fakeApi({ "GET /auth/user": refused(503, "unavailable", "The database is away") });
    renderSite("/");
    expect(await screen.findByRole("heading", { name: "How to Play" }, LOADED)).toBeTruthy();
  });
});

describe("the OAuth test page", () => {
  const status = () => screen.getByText(/^Status/).textContent;
  const log = () => screen.queryAllByRole("listitem").map((line) => line.textContent);

  it("goes to sign-in and keeps its log until the return", async () => {
    signedOut();
    const { unmount } = renderSite("/oauth-test");
    fireEvent.click(await screen.findByRole("button", { name: "Test OAuth Flow" }, LOADED));
    expect(leaveTo).toHaveBeenCalledWith("/api/login?returnTo=/oauth-test");
    expect(status()).toContain("testing");
    unmount();

    renderSite("/oauth-test?error=code_expired&message=Too+late");
    await vi.waitFor(() => expect(status()).toContain("error"), LOADED);
    expect(log().slice(0, 4)).toEqual([
      "Starting OAuth flow",
      "Redirecting to /api/login",
      "Error: code_expired",
      "Message: Too late",
    ]);
  });

  it("reports success to the player it signed in, who otherwise has no such page", async () => {
    signedOut();
    const { unmount } = renderSite("/oauth-test");
    fireEvent.click(await screen.findByRole("button", { name: "Test OAuth Flow" }, LOADED));
    unmount();
    fakeApi({ "GET /auth/user": aUser() });
    const back = renderSite("/oauth-test");
    await vi.waitFor(() => expect(status()).toContain("success"), LOADED);
    expect(log()).toContain("Signed in as Alice");
    back.unmount();

    sessionStorage.clear();
    renderSite("/oauth-test");
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" }, LOADED)).toBeTruthy();
  });

  it("is idle at first and shows the tips", async () => {
    signedOut();
    renderSite("/oauth-test");
    await screen.findByRole("button", { name: "Test OAuth Flow" }, LOADED);
    expect(status()).toContain("idle");
    for (const tip of [/expire in 10 minutes/, /single use/, /must match exactly/, /state must persist/])
      expect(screen.getByText(tip)).toBeTruthy();
  });
});

describe("the find-url page", () => {
  it("shows its text and nothing else", async () => {
    signedOut();
    renderSite("/find-url");
    await screen.findByText("Use server route", {}, LOADED);
    await vi.waitFor(() => expect(document.querySelector("main")?.textContent).toBe("Use server route"));
    expect(screen.queryByRole("contentinfo")).toBeNull();
  });
});
