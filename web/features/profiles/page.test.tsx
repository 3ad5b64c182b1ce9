import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Profile } from "#domain/features/profiles/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const aProfile = (change: Partial<Profile> = {}): Profile => ({
  id: "p_bob",
  username: "bob",
  displayName: "Bob B.",
  profileImageUrl: null,
  level: 51,
  joinedAt: "2026-01-02T10:00:00.000Z",
  stats: {
    gamesPlayed: 4,
    wins: 1,
    winRate: 25,
    wagered: "1234.50",
    profit: "-20.00",
    games: [
      {
        gameType: "crash",
        gamesPlayed: 4,
        wins: 1,
        winRate: 25,
        wagered: "1234.50",
        profit: "-20.00",
        biggestWin: "7.00",
      },
    ],
  },
  activities: null,
  ...change,
});

describe("the page of a player", () => {
  it("shows figures, also by game, and a badge for a high level", async () => {
    fakeApi({ "GET /auth/user": aUser(), "GET /players/{id}": aProfile() });
    renderSite("/players/p_bob");
    expect(await screen.findByRole("heading", { level: 1, name: "Bob B." })).toBeTruthy();
    expect(screen.getByText("Level 51")).toBeTruthy();
    expect(screen.getAllByText("Bob B.")).toHaveLength(1);
    const row = screen.getByRole("row", { name: /Crash/ });
    expect(row.textContent).toContain("1,234.50");
    expect(row.textContent).toContain("-20.00");
  });

  it("shows of a hidden player only that", async () => {
    const hidden = { username: "Hidden player", displayName: "Hidden player", level: 3, stats: null };
    fakeApi({ "GET /auth/user": aUser(), "GET /players/{id}": aProfile(hidden) });
    renderSite("/players/p_bob");
    expect(await screen.findByText("This player's profile is hidden.")).toBeTruthy();
    expect(screen.queryByText("Statistics")).toBeNull();
  });

  it("says to its own player who else sees it, and leads to where that is changed", async () => {
    const me = aUser({ level: 3 });
    fakeApi({
      "GET /auth/user": me,
      "GET /players/{id}": aProfile({ id: me.id, level: 3 }),
      "GET /me/privacy": { profile: "hidden", activity: "public", presence: true, requests: true },
    });
    renderSite(`/players/${me.id}`);
    const link = await screen.findByRole("link", { name: "Seen by nobody else" });
    expect(screen.getAllByText("Level 3")).toHaveLength(1);
    expect(link.getAttribute("href")).toBe("/settings#privacy");
  });

  it("is not found for an unknown player", async () => {
    fakeApi({
      "GET /auth/user": aUser(),
      "GET /players/{id}": refused(404, "not_found", "There is nothing here."),
    });
    renderSite("/players/p_x");
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });
});

describe("privacy on the page of settings", () => {
  const OPEN = { profile: "public", activity: "public", presence: true, requests: true } as const;

  it("has the focus when the address names it, though it loads after the page", async () => {
    fakeApi({ "GET /auth/user": aUser(), "GET /me/privacy": OPEN });
    renderSite("/settings#privacy");
    const heading = await screen.findByRole("heading", { name: "Privacy" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it("is saved as a whole with each change", async () => {
    const api = fakeApi({
      "GET /auth/user": aUser(),
      "GET /me/privacy": OPEN,
      "PUT /me/privacy": { ...OPEN, profile: "hidden" },
    });
    renderSite("/settings");
    const group = await screen.findByRole("group", { name: "Who sees your profile" });
    const nobody = group.querySelector<HTMLInputElement>("input[value=hidden]");
    fireEvent.click(nobody ?? group);
    await waitFor(() => expect(api.requestsOf("PUT /me/privacy")).toHaveLength(1));
    expect(api.requestsOf("PUT /me/privacy")[0]?.body).toEqual({ ...OPEN, profile: "hidden" });
    api.answer("GET /me/privacy", { ...OPEN, profile: "hidden" });
    fireEvent.click(screen.getByRole("switch", { name: "Friends see when you are online" }));
    await waitFor(() => expect(api.requestsOf("PUT /me/privacy")).toHaveLength(2));
    expect(api.requestsOf("PUT /me/privacy")[1]?.body).toMatchObject({ profile: "hidden", presence: false });
  });

  it("keeps what another window has set meanwhile", async () => {
    const hidden = { ...OPEN, profile: "hidden" } as const;
    const api = fakeApi({
      "GET /auth/user": aUser(),
      "GET /me/privacy": OPEN,
      "PUT /me/privacy": { ...hidden, presence: false },
    });
    renderSite("/settings");
    const presence = await screen.findByRole("switch", { name: "Friends see when you are online" });
    api.answer("GET /me/privacy", hidden);
    fireEvent.click(presence);
    await waitFor(() => expect(api.requestsOf("PUT /me/privacy")).toHaveLength(1));
    expect(api.requestsOf("PUT /me/privacy")[0]?.body).toEqual({ ...hidden, presence: false });
  });

  it("returns to the old choice if it is not saved", async () => {
    fakeApi({
      "GET /auth/user": aUser(),
      "GET /me/privacy": OPEN,
      "PUT /me/privacy": refused(503, "unavailable", "Later."),
    });
    renderSite("/settings");
    const presence = await screen.findByRole("switch", { name: "Friends see when you are online" });
    fireEvent.click(presence);
    expect(await screen.findByText("Not saved")).toBeTruthy();
    expect(presence.getAttribute("aria-checked")).toBe("true");
  });
});
