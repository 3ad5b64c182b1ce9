import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AdminUserGame } from "#domain/features/user-games/contract.ts";
import { aUserGame } from "#domain/testing/shown/user-games.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { person } from "#web/testing/examples/reviews.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const { creatorId: _id, ...game } = aUserGame();
const running: AdminUserGame = { ...game, creator: person("carol"), halt: null };
const stopped: AdminUserGame = {
  ...running,
  id: "g_2",
  title: "Odd coin",
  isActive: false,
  isHalted: true,
  halt: "It misleads",
};

it("stops a game with a reason, and proposes to lift the stop of another", async () => {
  const api = fakeApi({
    "GET /auth/user": aUser({ roles: ["admin"] }),
    "GET /admin/user-games": { items: [running, stopped], next: null },
    "POST /admin/user-games/{id}/halt": { id: running.id, position: 9 },
  });
  renderSite("/admin/user-games");
  expect(await screen.findByText("It misleads")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: `Stop ${running.title}` }));
  const stop = within(await screen.findByRole("dialog"));
  fireEvent.change(stop.getByLabelText("Reason"), { target: { value: "The title misleads" } });
  fireEvent.click(stop.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.requestsOf("POST /admin/user-games/{id}/halt").map(({ body }) => body)).toEqual([
    { reason: "The title misleads" },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Lift Odd coin" }));
  const lift = within(await screen.findByRole("dialog"));
  expect(lift.getByText("It was stopped: It misleads")).toBeTruthy();
  expect(lift.getByRole("button", { name: "Propose" })).toBeTruthy();
});
