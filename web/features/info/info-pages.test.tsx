import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { returnToPlayer } from "#domain/features/house-flips/rules.ts";
import { minor } from "#domain/kernel/money.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import GameInfoPage from "#web/features/info/game-info-page.tsx";
import { averageCost, chanceOfRun, EDGE_TEXT, LOWEST_RETURN, RETURN_MOST } from "#web/features/info/odds.ts";
import ResponsibleGamingPage from "#web/features/info/responsible-gaming-page.tsx";
import SupportPage from "#web/features/info/support-page.tsx";
import { fakeApi, unauthorized } from "#web/testing/fake-api.ts";
import { someLimits } from "#web/testing/fixtures.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

describe("the odds", () => {
  it("are those of the rules", () => {
    expect(EDGE_TEXT).toBe("2.5%");
    expect(RETURN_MOST).toBe(9875n);
    expect(averageCost(minor("10.00"), 100)).toBe(minor("12.50"));
  });

  it("name the stake that loses most by rounding", () => {
    for (let stake = minor("1.00"); stake <= minor("300.00"); stake += 1n)
      expect(returnToPlayer(stake) >= LOWEST_RETURN.returns).toBe(true);
    expect(returnToPlayer(LOWEST_RETURN.stake)).toBe(LOWEST_RETURN.returns);
  });

  it("give the chance of a losing run", () => {
    expect(chanceOfRun(1, 1)).toBe(0.5);
    expect(chanceOfRun(2, 3)).toBe(3 / 8);
    expect(chanceOfRun(5, 4)).toBe(0);
    // A known figure: a run of seven within a hundred tosses comes in about 31.75 % of cases.
    expect(chanceOfRun(7, 100)).toBeCloseTo(0.3175, 4);
  });
});

it("the page of rules shows what a level unlocks, by the present settings", async () => {
  const room = { isOpen: false, level: 3, levelMin: 7, mute: null, slow: null };
  fakeApi({ "GET /auth/user": aUser({ level: 3 }), "GET /chat/room": room });
  renderSite("/game-info");
  expect(await screen.findByText("From level 7 on the chat is open to you.")).toBeTruthy();
  expect(screen.getByText("From level 50 on your level stands beside your name.")).toBeTruthy();
});

describe("the pages of rules and help", () => {
  it("list pay-outs, edge and levels from the code", () => {
    fakeApi({ "GET /auth/user": aUser() });
    renderAs(aUser({ level: 3, experience: 37 }), <GameInfoPage />);
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toContain("1.001.9798.50%+0.970.03");
    expect(rows).toContain("10.0019.7598.75%+9.750.25");
    expect(rows).toContain("206,2947");
    expect(screen.getByText("Level 3")).toBeTruthy();
    expect(screen.getByText("25 XP to level 4")).toBeTruthy();
  });

  it("show the largest stakes now, and pay-outs up to the largest of them", async () => {
    const bank = { RBX: { largestStake: "2500.00" }, TIX: { largestStake: "0.00" } };
    fakeApi({
      "GET /auth/user": aUser(),
      "GET /games/limits": { ...someLimits(), stakeMax: "5000.00", bank, coinflipOpenHours: 48 },
    });
    renderAs(aUser(), <GameInfoPage />);
    const limits = within(await screen.findByRole("region", { name: "Largest stakes at the moment" }));
    expect(await limits.findByText("2,500.00 RBX")).toBeTruthy();
    expect(limits.getByText("None at the moment")).toBeTruthy();
    expect(limits.getByText("5,000.00 RBX or TIX")).toBeTruthy();
    expect(limits.getByText("An open coinflip waits 48 hours for an opponent.")).toBeTruthy();
    expect(screen.getByText("1.00 – 5,000.00")).toBeTruthy();
    const stakes = screen.getAllByRole("row").map((row) => row.querySelector("th,td")?.textContent);
    expect(stakes).toContain("5,000.00");
    expect(stakes).not.toContain("100,000.00");
  });

  it("say who must not play and what playing costs", () => {
    renderAs(aUser(), <ResponsibleGamingPage />);
    expect(screen.getByText("18+")).toBeTruthy();
    expect(screen.getByText("-12.50")).toBeTruthy();
  });

  it("name the support contact, if the operator gives one", async () => {
    const contacts = { support: "help@a.example", deposits: null };
    fakeApi({ "GET /auth/user": aUser(), "GET /contacts": contacts });
    renderAs(aUser(), <SupportPage />);
    const link = await screen.findByRole("link", { name: "help@a.example" });
    expect(link.getAttribute("href")).toBe("mailto:help@a.example");
  });

  it("link visitors to the sign-in test, and players to no closed page", async () => {
    fakeApi({ "GET /auth/user": unauthorized });
    const { unmount } = renderSite("/support");
    const link = await screen.findByText("sign-in test");
    expect(link.getAttribute("href")).toBe("/oauth-test");
    unmount();
    renderAs(aUser(), <SupportPage />);
    expect(screen.queryByText("sign-in test")).toBeNull();
  });
});
