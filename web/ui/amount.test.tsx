import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Amount } from "#web/ui/amount.tsx";

afterEach(cleanup);

it.each([
  ["5.00", "+5.00", "text-gain"],
  ["-5.00", "-5.00", "text-loss"],
  ["0.00", "0.00", undefined],
])("shows a signed %s as %s", (value, text, tone) => {
  render(<Amount signed value={value} />);
  const { classList } = screen.getByText(text);
  expect(["text-gain", "text-loss"].filter((name) => classList.contains(name))).toEqual(tone ? [tone] : []);
});
