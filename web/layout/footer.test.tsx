import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Footer } from "#web/layout/footer.tsx";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";
import "#web/testing/render.tsx";

afterEach(() => hearOfDemoPlayers(new Headers()));

it("says that some players are programs, where there are any", () => {
  const { rerender } = render(<Footer />);
  expect(screen.queryByText(/programs/)).toBeNull();
  hearOfDemoPlayers(new Headers({ "Demo-Players": "1" }));
  rerender(<Footer />);
  expect(screen.getByText(/Players marked “demo” are programs/)).toBeTruthy();
});
