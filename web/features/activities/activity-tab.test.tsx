import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Activity } from "#domain/features/activities/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { FEED_PAGE } from "#web/features/activities/queries.ts";
import { fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const LOADED = { timeout: 10_000 };
const did = (position: number, description: string, change: Partial<Activity> = {}): Activity => ({
  id: `${position}_level_p_bob`,
  position,
  userId: "p_bob",
  user: { id: "p_bob", username: "bob", displayName: "Bob B.", profileImageUrl: null, level: 51 },
  type: "level",
  description,
  metadata: {},
  isPublic: true,
  createdAt: "2026-11-20T10:00:00.000Z",
  ...change,
});

it("shows activities, with a badge for a high level, and marks those that are not public", async () => {
  fakeApi({
    "GET /auth/user": aUser(),
    "GET /social/activities": [did(9, "Reached level 50"), did(8, "Made a game: Mine", { isPublic: false })],
  });
  renderSite("/social");
  const row = (await screen.findByText("Reached level 50", {}, LOADED)).closest("li");
  expect(row?.textContent).toContain("Bob B.");
  expect(row?.textContent).toContain("Level 51");
  expect(row?.textContent).not.toContain("Not public");
  expect(screen.getByText("Made a game: Mine").closest("li")?.textContent).toContain("Not public");
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

it("loads those of friends only, and older pages from the last position", async () => {
  const page = Array.from({ length: FEED_PAGE }, (_, n) => did(100 - n, `Reached ${100 - n}`));
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /social/activities": ({ query }) => (query.get("before") === null ? page : []),
  });
  renderSite("/social");
  fireEvent.click(await screen.findByRole("link", { name: "Friends" }, LOADED));
  fireEvent.click(await screen.findByRole("button", { name: "Show older" }));
  expect(await screen.findByText("No older activity.")).toBeTruthy();
  const asked = api.requestsOf("GET /social/activities").map(({ query }) => `${query}`);
  expect(asked.at(-1)).toBe(`scope=friends&limit=25&before=${100 - FEED_PAGE + 1}`);
});

it("says when there is nothing, and when it could not be loaded", async () => {
  const api = fakeApi({ "GET /auth/user": aUser(), "GET /social/activities": [] });
  renderSite("/social");
  expect(await screen.findByText("No Activity Yet", {}, LOADED)).toBeTruthy();
  api.answer("GET /social/activities", refused(500, "internal", "Broken."));
  fireEvent.click(screen.getByRole("link", { name: "Mine" }));
  expect(await screen.findByText("Activity could not be loaded.")).toBeTruthy();
});
