import { expect, it } from "vitest";
import { signInAddress } from "#web/lib/api/sign-in-address.ts";

it("returns to the requested page, with its query and fragment", () => {
  expect(signInAddress("/deposits")).toBe("/api/login?returnTo=%2Fdeposits");
  const address = new URL(signInAddress("/limiteds?tab=marketplace#top"), "http://a.example");
  expect(address.searchParams.get("returnTo")).toBe("/limiteds?tab=marketplace#top");
});

it("leaves out the first page, and a failure in the address", () => {
  expect(signInAddress("/")).toBe("/api/login");
  expect(signInAddress("/?error=auth_failed&message=Again")).toBe("/api/login");
});
