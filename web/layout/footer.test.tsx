import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { Footer } from "#web/layout/footer.tsx";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";
import { BROWSER_ZONE, changeDisplay } from "#web/lib/store/display-settings.ts";
import { renderAs } from "#web/testing/render.tsx";

afterEach(() => {
  hearOfDemoPlayers(new Headers());
  changeDisplay({ timeZone: BROWSER_ZONE });
});

it("says which zone times are in, and follows the player's choice", () => {
  renderAs(aUser(), <Footer />);
  expect(screen.getByText(/^Times: \S+/)).toBeTruthy();
  act(() => changeDisplay({ timeZone: "Asia/Kolkata" }));
  expect(screen.getByText("Times: Asia/Kolkata, GMT+5:30")).toBeTruthy();
  act(() => changeDisplay({ timeZone: "UTC" }));
  expect(screen.getByText("Times: UTC")).toBeTruthy();
});

it("says that some players are programs, if there are any", () => {
  renderAs(aUser(), <Footer />);
  expect(screen.queryByText(/programs/)).toBeNull();
  act(() => hearOfDemoPlayers(new Headers({ "Demo-Players": "1" })));
  expect(screen.getByText(/Players marked “demo” are programs/)).toBeTruthy();
});
