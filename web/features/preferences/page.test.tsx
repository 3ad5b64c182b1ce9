import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import LevelMoment from "#web/features/players/level-moment.tsx";
import { DisplayCard } from "#web/features/preferences/display-card.tsx";
import { currentUserQuery } from "#web/lib/api/session.ts";
import {
  dateAndTime,
  dayOf,
  money,
  monthOf,
  percent,
  ruleMoney,
  shortPercent,
  shortTime,
  signedMoney,
  timeOfDay,
  wholeMoney,
  withAmounts,
} from "#web/lib/format.ts";
import { changeDisplay } from "#web/lib/store/display-settings.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

afterEach(() =>
  changeDisplay({ hidesAmounts: false, numbers: "1,234.50", timeZone: "", showsLevelUps: true }),
);

const PRIVACY = { profile: "public", activity: "public", presence: true, requests: true } as const;

it("streamer mode replaces every amount on the page by dots, at once", async () => {
  fakeApi({
    "GET /auth/user": aUser(),
    "GET /me/privacy": PRIVACY,
    "GET /me/email": { email: null, isVerified: false, isRefused: false, deliversTo: null },
  });
  renderSite("/settings");
  expect((await screen.findByTestId("header-balance")).textContent).toContain("1,500");
  fireEvent.click(await screen.findByRole("switch", { name: "Streamer mode" }));
  expect(screen.getByTestId("header-balance").textContent).not.toMatch(/\d/);
  expect(localStorage.getItem("florin.display")).toContain('"hidesAmounts":true');
});

it("amounts are dots in streamer mode, rules and rates are not", () => {
  changeDisplay({ hidesAmounts: true });
  expect([money(5n), signedMoney(-5n), wholeMoney(100n)]).toEqual(["•••", "•••", "•••"]);
  expect(withAmounts("You staked 1,000.00 and got 19.75, at level 20.")).toBe(
    "You staked ••• and got •••, at level 20.",
  );
  expect([ruleMoney(100n), percent(9875n)]).toEqual(["1.00", "98.75%"]);
});

it("amounts in sentences of the service have the reader's format", () => {
  const text = "won 1975.00 RBX at 2,000.50 of 12.345, with 98.75% left.";
  expect(withAmounts(text)).toBe("won 1,975.00 RBX at 2,000.50 of 12.345, with 98.75% left.");
  changeDisplay({ numbers: "1.234,50" });
  expect(withAmounts(text)).toBe("won 1.975,00 RBX at 2.000,50 of 12.345, with 98,75% left.");
});

it("numbers have the reader's format, to the cent at any size", () => {
  const huge = 123_456_789_012_345_678n;
  expect(money(huge)).toBe("1,234,567,890,123,456.78");
  changeDisplay({ numbers: "1.234,50" });
  expect([money(huge), money(-5n), percent(250n), shortPercent(1000n)]).toEqual([
    "1.234.567.890.123.456,78",
    "-0,05",
    "2,50%",
    "10%",
  ]);
  changeDisplay({ numbers: "1,23,456.50" });
  expect(money(12_345_650n)).toBe("1,23,456.50");
});

it("times are in the chosen zone, or the browser's if it is unknown", async () => {
  const winter = "2026-01-20T23:30:00.000Z";
  const here = dateAndTime(winter);
  changeDisplay({ timeZone: "Asia/Tokyo" });
  expect([dateAndTime(winter), shortTime(winter), timeOfDay(winter), dayOf(winter)]).toEqual([
    "21 Jan 2026, 08:30:00",
    "21 Jan, 08:30",
    "08:30:00",
    "21 Jan 2026",
  ]);
  expect(monthOf("2026-01-31T23:30:00.000Z")).toBe("February 2026");
  changeDisplay({ timeZone: "" });
  expect(dateAndTime(winter)).toBe(here);
  const kept = { key: "florin.display", newValue: '{"timeZone":"Nowhere/Else"}' };
  act(() => void window.dispatchEvent(new StorageEvent("storage", kept)));
  expect(dateAndTime(winter)).toBe(here);
});

it("the zone is chosen among the settings, and stored", async () => {
  renderAs(aUser(), <DisplayCard />);
  fireEvent.change(screen.getByLabelText("Time zone"), { target: { value: "UTC" } });
  expect(localStorage.getItem("florin.display")).toContain('"timeZone":"UTC"');
});

it("a new level is shown for a moment, unless that is turned off", async () => {
  fakeApi({});
  const { queryClient } = renderAs(aUser({ level: 4 }), <LevelMoment />);
  const reach = (level: number) =>
    act(async () => void queryClient.setQueryData(currentUserQuery.queryKey, aUser({ level })));
  expect(screen.queryByText("Level 4")).toBeNull();
  await reach(5);
  expect(await screen.findByText("Level 5")).toBeTruthy();
  act(() => changeDisplay({ showsLevelUps: false }));
  expect(screen.queryByText("Level 5")).toBeNull();
  await reach(6);
  expect(screen.queryByText("Level 6")).toBeNull();
});
