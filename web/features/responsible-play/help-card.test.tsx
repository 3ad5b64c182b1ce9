import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  countryOf,
  dialled,
  HELP_ANYWHERE,
  HELP_LINES,
  HELP_LINES_AS_OF,
} from "#web/features/responsible-play/help-lines.ts";
import { fakeApi, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

it("names for each country an organisation with its own site and a number to dial", () => {
  for (const [country, { name, phone, site }] of [
    ...Object.entries(HELP_LINES),
    ["", HELP_ANYWHERE] as const,
  ]) {
    expect([country, name.length > 0, new URL(site).protocol]).toEqual([country, true, "https:"]);
    if (phone !== null) expect(dialled(phone)).toMatch(/^tel:\+?\d{8,12}$/);
  }
  expect(HELP_LINES_AS_OF).toMatch(/^\d{4}-\d{2}$/);
  expect([countryOf("en-GB"), countryOf("de"), countryOf("zh-Hant-TW")]).toEqual(["GB", "", "TW"]);
});

it("shows the line of the chosen country, to visitors too", async () => {
  fakeApi({ "GET /auth/user": unauthorized });
  renderSite("/responsible-gaming");
  expect(await screen.findByText("Gambling Therapy")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Help in"), { target: { value: "SE" } });
  expect(screen.getByRole("link", { name: "020-81 91 00" }).getAttribute("href")).toBe("tel:020819100");
  fireEvent.change(screen.getByLabelText("Help in"), { target: { value: "" } });
  expect(screen.queryByText("Stödlinjen")).toBeNull();
});
