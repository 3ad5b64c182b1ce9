import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import OwnDataCard from "#web/features/own-data/card.tsx";
import * as files from "#web/lib/page/save-file.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const user = aUser();
const show = (answers: FakeAnswers) => {
  const api = fakeApi({ "GET /auth/user": user, ...answers });
  renderAs(user, <OwnDataCard />);
  return api;
};
const erase = async (typed: string) => {
  fireEvent.click(await screen.findByText("Erase..."));
  fireEvent.change(screen.getByLabelText(`Type ${user.username} to confirm`), { target: { value: typed } });
  fireEvent.click(screen.getByRole("button", { name: "Erase" }));
};

it("gives a player all data held about them, as a file", async () => {
  const save = vi.spyOn(files, "saveJson").mockImplementation(() => {});
  const held = { playerId: user.id, exportedAt: "2026-01-01T12:00:00.000Z", rows: [], events: [] };
  show({ "POST /me/export": held });
  fireEvent.click(await screen.findByText("Download"));
  await waitFor(() => expect(save).toHaveBeenCalledWith(`florin-${user.username}.json`, held));
  save.mockRestore();
});

it("erases nothing before the player's name is typed", async () => {
  const api = show({ "POST /me/forget": { position: 9, forgotten: true } });
  await erase("somebody");
  expect(await screen.findByText(`Type ${user.username}`)).toBeTruthy();
  expect(api.requestsOf("POST /me/forget")).toEqual([]);
});

it("shows what has to end first", async () => {
  show({ "POST /me/forget": refused(409, "still_bound", "Your games have to be paused.") });
  await erase(user.username);
  expect(await screen.findByText("Your games have to be paused.")).toBeTruthy();
});
