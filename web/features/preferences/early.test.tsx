import { screen } from "@testing-library/react";
import { use } from "react";
import { expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

// On a slow line, the cards of other features come later than the page.
const never = new Promise<never>(() => undefined);
vi.mock("#web/features/profiles/privacy-card.tsx", () => ({ default: () => use(never) }));

it("the page with its own settings stands before the cards of other features", async () => {
  fakeApi({ "GET /auth/user": aUser() });
  renderSite("/settings");
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeTruthy();
  expect(await screen.findByRole("switch", { name: "Streamer mode" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Privacy" })).toBeNull();
});
