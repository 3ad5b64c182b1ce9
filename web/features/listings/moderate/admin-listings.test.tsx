import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { aListing } from "#web/testing/examples/listings.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

it("features a listing and removes one, each with a reason", async () => {
  const api = fakeApi({
    "GET /auth/user": aUser({ roles: ["admin"] }),
    "GET /shop/listings": [aListing()],
    "GET /shop/categories": [],
    "PUT /admin/shop/listings/{id}": aListing({ isFeatured: true }),
  });
  renderSite("/admin/shop");
  const { title } = aListing();
  for (const [button, action] of [
    [`Feature ${title}`, "Feature"],
    [`Take away ${title}`, "Take away"],
  ] as const) {
    fireEvent.click(await screen.findByRole("button", { name: button }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Well made" } });
    fireEvent.click(dialog.getByRole("button", { name: action }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(api.requestsOf("PUT /admin/shop/listings/{id}").map(({ body }) => body)).toEqual([
    { isFeatured: true, reason: "Well made" },
    { isActive: false, reason: "Well made" },
  ]);
});
