import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { FOOT_ID } from "#web/layout/connection-notice.tsx";
import { ANY_PATH } from "#web/lib/feature.ts";
import { pagesFor } from "#web/lib/site.ts";
import { site } from "#web/site.ts";
import { aPlay } from "#web/testing/examples/play.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const user = aUser();
/** Every page that a player may open, including pages of games added later. */
const paths = pagesFor(site, { status: "signed-in", user })
  .map(({ path }) => path)
  .filter((path) => path !== ANY_PATH && !path.startsWith("/admin"));
const session = {
  startedAt: new Date(Date.now() - 10 * 60_000).toISOString(),
  wagered: "30.00",
  net: "-4.50",
};

it("the admin console has no such bar, and keeps no place for one", async () => {
  fakeApi({ "GET /auth/user": aUser({ roles: ["admin"] }), "GET /responsible-play": aPlay({ session }) });
  renderSite("/admin");
  await screen.findByRole("navigation", { name: "Admin console" });
  expect(screen.queryByRole("region", { name: "Your session" })).toBeNull();
  expect(screen.getByRole("main").parentElement?.querySelector(":scope > .h-11")).toBeNull();
});

it("a screen of the console that moderators see outside it has no such bar either", async () => {
  fakeApi({
    "GET /auth/user": aUser({ roles: ["moderator"] }),
    "GET /responsible-play": aPlay({ session }),
    "GET /chat/reports": { items: [], next: null },
  });
  renderSite("/chat/moderation");
  await screen.findByRole("heading", { level: 1, name: "Chat moderation" });
  await screen.findByText("No open reports.");
  expect(screen.queryByRole("region", { name: "Your session" })).toBeNull();
  expect(screen.getByRole("main").parentElement?.querySelector(":scope > .h-11")).toBeNull();
});

describe("the bar with playing time and result", () => {
  it("stands above the pages of games", () => {
    expect(paths).toEqual(
      expect.arrayContaining(["/", "/limiteds", "/limiteds-coinflip", "/user-games/:id", "/spectator"]),
    );
  });

  it.each(paths)("stands above %s", async (path) => {
    fakeApi({ "GET /auth/user": user, "GET /responsible-play": aPlay({ session }) });
    renderSite(path.replace(/:\w+/g, "1"));
    const bar = await screen.findByRole("region", { name: "Your session" });
    await screen.findByText(/Playing for 10 min/);
    expect(bar.textContent).toContain("30.00");
    expect(bar.textContent).toContain("4.50");
    expect(bar.querySelector('a[href="/responsible-gaming#break"]')).not.toBeNull();
  });
});

it("a due reality check floats over the first page of a visit and over every later one", async () => {
  const startedAt = new Date(Date.now() - 31 * 60_000).toISOString();
  const realityCheck = { everyMinutes: 30, dueAt: startedAt, isDue: true };
  const play = aPlay({ session: { ...session, startedAt }, realityCheck });
  fakeApi({ "GET /auth/user": user, "GET /responsible-play": play });
  renderSite("/leaderboard");
  const expectAtFoot = async (title: string) => {
    await screen.findByRole("heading", { level: 1, name: title });
    const check = await screen.findByText(/^You have played for/);
    expect(document.getElementById(FOOT_ID)?.contains(check), title).toBe(true);
  };
  await expectAtFoot("Leaderboard");
  fireEvent.click(screen.getByRole("link", { name: "History" }));
  await expectAtFoot("History");
});
