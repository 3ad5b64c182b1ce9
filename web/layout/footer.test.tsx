import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Footer } from "#web/layout/footer.tsx";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";
import { aUser } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

afterEach(() => hearOfDemoPlayers(new Headers()));

it("says that some players are programs, where there are any", () => {
  renderAs(aUser(), <Footer />);
  expect(screen.queryByText(/programs/)).toBeNull();
  act(() => hearOfDemoPlayers(new Headers({ "Demo-Players": "1" })));
  expect(screen.getByText(/Players marked “demo” are programs/)).toBeTruthy();
});
