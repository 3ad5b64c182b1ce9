import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import DepositPrompt from "#web/features/responsible-play/deposit-prompt.tsx";
import { aPlay } from "#web/testing/examples/play.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const QUESTION = "Do you want to limit your deposits?";
const limited = aPlay().limits.map((limit) =>
  limit.kind === "deposit" && limit.window === "week" ? { ...limit, amount: "100.00" } : limit,
);
const show = (play = aPlay()) => {
  const user = aUser();
  const api = fakeApi({ "GET /auth/user": user, "GET /responsible-play": play });
  renderAs(user, <DepositPrompt />);
  return api;
};

it("asks a player without a deposit limit, in a reserved place, and leads to the setting", async () => {
  show();
  expect(screen.getByText(QUESTION).closest(".invisible")).not.toBeNull();
  await waitFor(() => expect(screen.getByText(QUESTION).closest(".invisible")).toBeNull());
  expect(screen.getByText("Set a limit").getAttribute("href")).toBe("/responsible-gaming#limits");
});

it("does not ask again after an answer", async () => {
  show();
  fireEvent.click(await screen.findByText("No limit"));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});

it("does not ask a player with a deposit limit", async () => {
  const api = show(aPlay({ limits: limited }));
  await waitFor(() => expect(api.requestsOf("GET /responsible-play")).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});
