// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/house-flips/page.tsx";
import "#web/features/live-coinflips/panel.tsx";
import "#web/features/deposits/page.tsx";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { type FakeAnswers, fakeApi } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const suspended = aUser({
  suspension: { reason: "Charge-backs on 3 deposits", since: "2026-11-20T10:00:00.000Z" },
});
const show = (address: string, answers: FakeAnswers = {}) => {
  const api = fakeApi({
    "GET /auth/user": suspended,
    "GET /deposits": [],
    "GET /live-coinflips": [],
    "GET /games/history": [],
    "GET /games/stats": {
      totalGames: 0,
      wins: 0,
      gamesPlayed: 0,
      winRate: 0,
      totalWon: "0.00",
      totalLost: "0.00",
    },
    "GET /fairness": aFairness(),
    ...answers,
  });
  renderSite(address);
  return api;
};
const isDisabled = (control: HTMLElement) => control.matches(":disabled");

it("a suspended player sees reason, time and contact", async () => {
  show("/deposits", {
    "GET /contacts": { support: "https://help.example/florin", deposits: null },
  });
  const title = await screen.findByText("Your account is suspended");
  const banner = title.closest("[role=status]");
  expect(banner?.textContent).toContain("Charge-backs on 3 deposits");
  expect(banner?.querySelector("time")?.getAttribute("datetime")).toBe("2026-11-20T10:00:00.000Z");
  const contact = await screen.findByRole("link", { name: "help.example/florin" });
  expect(contact.getAttribute("href")).toBe("https://help.example/florin");
});

it("the support page is the contact if the operator names none", async () => {
  show("/deposits");
  await screen.findByText("Your account is suspended");
  const links = screen.getAllByRole("link", { name: "Support" });
  expect(links.every((link) => link.getAttribute("href") === "/support")).toBe(true);
});

it("a suspended player can neither flip, by button or key, nor create a coinflip", async () => {
  const api = show("/");
  const flip = await screen.findByRole("button", { name: "Flip Coin!" });
  expect(isDisabled(flip)).toBe(true);
  expect(isDisabled(screen.getByLabelText("Bet amount"))).toBe(true);
  expect(isDisabled(await screen.findByRole("button", { name: "Create Coinflip" }))).toBe(true);
  fireEvent.keyDown(document.body, { key: "a" });
  fireEvent.keyDown(document.body, { key: "Enter" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((screen.getByLabelText("Bet amount") as HTMLInputElement).value).toBe("");
  expect(screen.queryByText("Flipping...")).toBeNull();
  expect(api.requestsOf("POST /games/coinflip")).toEqual([]);
});

it("a suspended player cannot begin a deposit", async () => {
  show("/deposits");
  expect(isDisabled(await screen.findByRole("button", { name: "New Deposit" }))).toBe(true);
});

it("everybody else sees nothing of it, and can do everything", async () => {
  show("/deposits", { "GET /auth/user": aUser() });
  await waitFor(async () =>
    expect(isDisabled(await screen.findByRole("button", { name: "New Deposit" }))).toBe(false),
  );
  expect(screen.queryByText("Your account is suspended")).toBeNull();
});
