import "#web/features/chat/moderate/moderation-page.tsx";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

async function show(role: "admin" | "moderator") {
  fakeApi({ "GET /auth/user": aUser({ roles: [role] }), "GET /chat/reports": { items: [], next: null } });
  renderSite("/chat/moderation");
  await screen.findByRole("heading", { level: 1, name: "Chat moderation" });
  await screen.findByText("No open reports.");
}

it("admins keep the navigation of their console while they moderate", async () => {
  await show("admin");
  const console = screen.getByRole("navigation", { name: "Admin console" });
  expect(console.querySelector('[aria-current="page"]')?.textContent).toBe("Chat");
});

it("moderators, who have no console, see none", async () => {
  await show("moderator");
  expect(screen.queryByRole("navigation", { name: "Admin console" })).toBeNull();
});
