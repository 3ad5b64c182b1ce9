import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import "#web/testing/render.tsx";
import { TitledCard } from "#web/ui/card.tsx";

beforeEach(() => history.replaceState(null, "", "#privacy"));
afterEach(() => history.replaceState(null, "", "/"));

const card = <TitledCard id="privacy" title="Privacy" />;
const title = () => screen.getByRole("heading", { name: "Privacy" });

it("a card that the address names has the focus once it has loaded", () => {
  const { rerender } = render(<input aria-label="Name" />);
  rerender(
    <>
      <input aria-label="Name" />
      {card}
    </>,
  );
  expect(document.activeElement).toBe(title());
});

it("a card that the address names takes the focus from nobody who types", () => {
  const { rerender } = render(<input aria-label="Name" />);
  screen.getByLabelText("Name").focus();
  rerender(
    <>
      <input aria-label="Name" />
      {card}
    </>,
  );
  expect(title()).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
});
