// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/settings/page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Setting, SettingsAnswer } from "#domain/features/settings/contract.ts";
import { anEvent } from "#web/testing/audit.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const STAKE: Setting = {
  name: "stakeMax",
  weakenedBy: null,
  what: "The most that one stake may be",
  unit: "money",
  value: "50.00",
  isDefault: false,
  default: "100000.00",
  least: "1.00",
  most: "100000.00",
  changed: { at: AT, position: 77, by: "p_admin", reason: "<i id=evil>Calm</i> week" },
};
const HOURS: Setting = {
  name: "coinflipOpenHours",
  weakenedBy: null,
  what: "How long a coinflip waits",
  unit: "hours",
  value: 24,
  isDefault: true,
  default: 24,
  least: 1,
  most: 720,
  changed: null,
};
const CARDS: Setting = {
  name: "cardsOpen",
  weakenedBy: "raising",
  what: "Whether purchases can be begun that are paid by card",
  unit: "switch",
  value: 1,
  isDefault: true,
  default: 1,
  least: 0,
  most: 1,
  changed: null,
};
const SETTINGS: SettingsAnswer = { version: 3, items: [STAKE, HOURS, CARDS], next: null };
const CHANGE = anEvent(77, {
  type: "SettingsChanged",
  stream: "settings:house",
  actor: "p_admin",
  payload: `{"by":"p_admin","reason":"Calm week","values":{"cardsOpen":"0","coinflipOpenHours":null,"stakeMax":"5000"}}`,
});

function show(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/settings": SETTINGS,
    "GET /admin/events": { items: [CHANGE], next: null },
    "PUT /admin/settings": { version: 4 },
    ...answers,
  });
  return { api, ...renderSite("/admin/settings") };
}
async function open(name: string) {
  fireEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
}
type Dialog = Awaited<ReturnType<typeof open>>;
const write = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

it("settings are shown with their bounds, and the last change with author and reason, as text", async () => {
  const { container } = show();
  const list = within(await screen.findByRole("list", { name: "Settings" }));
  const [stake, hours, cards] = list.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(stake).toContain("From 1.00 to 100,000.00");
  expect(stake).toContain("<i id=evil>Calm</i> week");
  expect(container.querySelector("#evil")).toBeNull();
  expect(hours).toContain("24 hoursdefault");
  expect(cards).toContain("On or off. Turning it on needs a second admin.");
  expect(list.queryByRole("button", { name: "Reset Hours a coinflip stays open" })).toBeNull();
});

it("a setting is changed only within its bounds, on the displayed version", async () => {
  const { api } = show();
  const dialog = await open("Change Largest stake");
  write(dialog, "Reason", "A quiet week");
  for (const value of ["", "0.99", "100000.01", "1.001", "-5", "1e3"]) {
    write(dialog, "New value", value);
    fireEvent.click(dialog.getByRole("button", { name: "Change" }));
    expect(await dialog.findByText("Enter 1.00 to 100,000.00")).toBeTruthy();
  }
  expect(api.requestsOf("PUT /admin/settings")).toEqual([]);
  write(dialog, "New value", "75.50");
  fireEvent.click(dialog.getByRole("button", { name: "Change" }));
  expect(await screen.findByText("Changed. It applies from the next request.")).toBeTruthy();
  const [request] = api.requestsOf("PUT /admin/settings");
  expect(request?.body).toEqual({ version: 3, values: { stakeMax: 75.5 }, reason: "A quiet week" });
});

it("whole numbers have no cents", async () => {
  const { api } = show();
  const dialog = await open("Change Hours a coinflip stays open");
  write(dialog, "Reason", "Weekend");
  write(dialog, "New value", "1.5");
  fireEvent.click(dialog.getByRole("button", { name: "Change" }));
  expect(await dialog.findByText("Enter 1 hour to 720 hours")).toBeTruthy();
  write(dialog, "New value", "48");
  fireEvent.click(dialog.getByRole("button", { name: "Change" }));
  await waitFor(() => expect(api.requestsOf("PUT /admin/settings")).toHaveLength(1));
  expect(api.requestsOf("PUT /admin/settings")[0]?.body).toMatchObject({ values: { coinflipOpenHours: 48 } });
});

it("a switch is turned off without a value to type", async () => {
  const { api } = show();
  const dialog = await open("Turn off Payments by card");
  expect(dialog.queryByLabelText("New value")).toBeNull();
  write(dialog, "Reason", "The provider is down");
  fireEvent.click(dialog.getByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(api.requestsOf("PUT /admin/settings")).toHaveLength(1));
  expect(api.requestsOf("PUT /admin/settings")[0]?.body).toMatchObject({ values: { cardsOpen: 0 } });
});

it("a switch that was turned meanwhile is not turned back by an open dialog", async () => {
  const off = { ...SETTINGS, version: 4, items: [{ ...CARDS, value: 0 }] };
  const unchanged = refused(409, "settings_unchanged", "The settings already have these values.");
  const { api } = show({ "PUT /admin/settings": unchanged });
  const dialog = await open("Turn off Payments by card");
  write(dialog, "Reason", "The provider is down");
  api.answer("GET /admin/settings", off);
  // The first press loads the settings anew; another press still turns it off.
  for (const version of [3, 4]) {
    fireEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    await screen.findByRole("button", { name: "Turn on Payments by card", hidden: true });
    const body = { version, values: { cardsOpen: 0 }, reason: "The provider is down" };
    await waitFor(() => expect(api.requestsOf("PUT /admin/settings").at(-1)?.body).toEqual(body));
  }
});

it("a setting is reset to its default", async () => {
  const { api } = show();
  const dialog = await open("Reset Largest stake");
  expect(dialog.getByText("Back to 100,000.00.")).toBeTruthy();
  write(dialog, "Reason", "Back to normal");
  fireEvent.click(dialog.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(api.requestsOf("PUT /admin/settings")).toHaveLength(1));
  expect(api.requestsOf("PUT /admin/settings")[0]?.body).toMatchObject({ values: { stakeMax: null } });
});

it("a change after another admin's is refused with an explanation", async () => {
  const detail = "Somebody else has changed the settings since. Look at them again.";
  show({ "PUT /admin/settings": refused(409, "settings_changed", detail) });
  const dialog = await open("Reset Largest stake");
  write(dialog, "Reason", "Back to normal");
  fireEvent.click(dialog.getByRole("button", { name: "Reset" }));
  expect(await screen.findByText(detail)).toBeTruthy();
});

it("every change is listed with its values, its author and its reason", async () => {
  const { api } = show();
  expect(await screen.findByText("Calm week")).toBeTruthy();
  const table = screen.getByRole("table", { name: "Changes to the settings, newest first" });
  expect(table.textContent).toContain("Largest stake: 50.00");
  expect(table.textContent).toContain("Hours a coinflip stays open: the default");
  expect(table.textContent).toContain("Payments by card: Off");
  expect(within(table).getByRole("link", { name: "p_admin" }).getAttribute("href")).toBe(
    "/admin/players/p_admin",
  );
  expect(api.requestsOf("GET /admin/events")[0]?.query.get("stream")).toBe("settings:house");
});
