import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import FirstSteps from "#web/features/welcome/first-steps.tsx";
import { renderAs } from "#web/testing/render.tsx";

const steps = () => screen.queryAllByRole("listitem").map((step) => step.querySelector("h3")?.textContent);

it("a new player sees the welcome credit and three steps, until they have read them", () => {
  const deposited = { rbxBalance: "61000.00", tixBalance: "0.00" };
  const { unmount } = renderAs(aUser({ id: "p_new", experience: 0, ...deposited }), <FirstSteps />);
  expect(screen.getByText("Welcome, Alice")).toBeTruthy();
  expect(screen.getByText("You received a welcome credit of 1,000.00 RBX and 500.00 TIX.")).toBeTruthy();
  expect(steps()).toEqual(["Choose a side and a bet", "Flip the coin", "Check it yourself"]);
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  expect(steps()).toEqual([]);
  unmount();
  renderAs(aUser({ id: "p_new", experience: 0 }), <FirstSteps />);
  expect(steps()).toEqual([]);
});

it("another player of this browser has not read them", () => {
  renderAs(aUser({ id: "p_newer", experience: 0 }), <FirstSteps />);
  expect(steps()).toHaveLength(3);
});

it("a player with games sees none of it", () => {
  renderAs(aUser({ id: "p_old", experience: 11 }), <FirstSteps />);
  expect(steps()).toEqual([]);
});
