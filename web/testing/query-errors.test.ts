import "./query-errors.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

const messageOf = (query: () => unknown): string => {
  try {
    query();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("It was found");
};

it("shows the page with a query that fails, at once or in the end, and not with each try", async () => {
  document.body.innerHTML = "<p>All there is</p>";
  const missing = () => screen.getByText("Something else");
  expect(messageOf(missing)).toContain("All there is");
  const waited = screen.findByText("Something else", {}, { timeout: 60 });
  await expect(waited).rejects.toThrow("All there is");
  const tried = await waitFor(() => messageOf(missing));
  expect(tried).toMatch(/Something else/);
  expect(tried).not.toContain("All there is");
});
