import type { Page } from "playwright-core";
import {
  expectAccessible,
  expectFiguresAligned,
  expectNoSideways,
  expectRoomForFingers,
  expectSoon,
  expectTableWhole,
  expectThat,
  see,
} from "#web/e2e/expectations.ts";
import { journey, type Travel, VIEWPORTS } from "#web/e2e/harness.ts";

/** More than one admin may approve alone. */
const LARGE = 10_000.01;

interface Asked {
  readonly id: string;
}

/** Sends a command as a signed-in person would. */
async function send<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(`/api${path}`, { data });
  expectThat(answer.ok(), `${path} is done, but: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const ask = (page: Page, amount: number): Promise<Asked> => send(page, "/deposits", { type: "rbx", amount });

const idOf = async (page: Page): Promise<string> =>
  ((await (await page.request.get("/api/auth/user")).json()) as Asked).id;

const rowOf = (page: Page, person: string) =>
  page.getByRole("listitem", { name: new RegExp(` of ${person}$`) });

async function claim(page: Page, person: string): Promise<void> {
  await rowOf(page, person)
    .getByRole("button", { name: /^Claim/ })
    .click();
  await rowOf(page, person)
    .getByText(/^Yours,/)
    .waitFor();
}

/** Opens a dialog of a deposit, and submits it. */
async function decide(page: Page, person: string, name: string, note?: string): Promise<void> {
  await rowOf(page, person).getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  if (note !== undefined) await dialog.getByLabel("Note for the player").fill(note);
  await dialog.getByRole("button", { name, exact: true }).click();
}

journey("the admin console does not exist for anybody else", async ({ page, signIn }) => {
  const isNotFound = async (path: string) => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: "404 Page Not Found" }).waitFor();
  };
  for (const path of ["/admin", "/admin/players", "/admin/system"]) await isNotFound(path);
  await signIn("moderator");
  for (const path of ["/admin", "/admin/players", "/admin/system"]) await isNotFound(path);
  for (const path of ["deposits", "players", "events", "revenue", "settings", "projections", "roles"]) {
    const { status } = await page.request
      .get(`/api/admin/${path}`)
      .then((answer) => ({ status: answer.status() }));
    expectThat(status === 403, `/api/admin/${path} is refused with 403, not ${status}`);
  }
});

journey("a deposit is rejected with a reason, and its player reads it", async ({ person, another }) => {
  const player = await another(person);
  const admin = await another("admin");
  await player.goto("/deposits");
  await player.getByRole("button", { name: "New Deposit" }).first().click();
  const form = player.getByRole("dialog");
  await form.getByText("RBX", { exact: true }).click();
  await form.getByLabel("Amount").fill("33");
  await form.getByRole("button", { name: "Submit Deposit" }).click();
  await see(player, /^Number \d+ in the queue/);

  await admin.goto("/admin/review");
  await claim(admin, person);
  await rowOf(admin, person).getByRole("button", { name: "Reject" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Common reasons").selectOption("The trade was not received.");
  await dialog.getByLabel("Note for the player").fill("The trade was not received. Send it again.");
  await expectAccessible(admin, "the question why a deposit is rejected");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await see(player, "Rejected");
  await see(player, /The trade was not received\. Send it again\./);
});

journey("a deposit is completed live in the player's other tab, with a notification", async (travel) => {
  const { page, person, context, signIn, another } = travel;
  await signIn();
  const other = await context.newPage();
  await other.goto("/deposits");
  const admin = await another("admin");
  await admin.goto("/admin/review");
  await ask(page, 250);
  await see(other, "Pending");
  // An open queue shows the deposit without a reload.
  await claim(admin, person);
  await decide(admin, person, "Approve", "Welcome");
  await see(admin, "The deposit is credited, and the player is notified.");
  await see(other, "Completed");
  await other.getByTestId("header-balance").filter({ visible: true, hasText: "1,750" }).first().waitFor();
  const told = (await (await page.request.get("/api/social/notifications")).json()) as { type: string }[];
  expectThat(told[0]?.type === "deposit", "the player was notified");
});

journey("two reviewers of one deposit have one effect", async ({ person, another }) => {
  const player = await another(person);
  const [first, second] = [await another("admin"), await another("admin2")];
  for (const admin of [first, second]) await admin.goto("/admin/review");
  const { id } = await ask(player, 40);
  await rowOf(second, person).waitFor();
  await claim(first, person);
  await rowOf(second, person)
    .getByText(/^admin reviews it/)
    .waitFor();
  expectThat(
    (await rowOf(second, person).getByRole("button").count()) === 0,
    "the second reviewer has no button to press",
  );
  const raced = await Promise.all(
    [first, second].map((admin) => admin.request.post(`/api/admin/deposits/${id}/approve`, { data: {} })),
  );
  const done = raced.filter((answer) => answer.ok());
  expectThat(done.length === 1, "one approval counts, and the other is refused");
  await player.getByTestId("header-balance").filter({ visible: true, hasText: "1,540" }).first().waitFor();
});

journey("a large deposit waits for a second admin", async ({ person, another }) => {
  const player = await another(person);
  const [first, second] = [await another("admin"), await another("admin2")];
  await ask(player, LARGE);
  await first.goto("/admin/review");
  await claim(first, person);
  await decide(first, person, "Approve");
  await see(first, "You approved it: another admin has to approve it too.");
  await send(first, "/deposits", { type: "rbx", amount: 1 });
  await see(first, "Your own: another admin reviews it.");

  await second.goto("/admin/review");
  const row = rowOf(second, person);
  await row.getByText("admin, a second admin is needed").waitFor();
  await claim(second, person);
  await row.getByRole("button", { name: "Approve" }).click();
  // A sign-in that is too old leads through another, and back to the same dialog with the same text.
  let isStale = true;
  await second.route("**/api/admin/deposits/*/approve", async (route) => {
    if (!isStale) return route.continue();
    isStale = false;
    const problem = { type: "about:blank", title: "Forbidden", status: 403, requestId: "req_1" };
    const body = { ...problem, code: "fresh_sign_in_required", detail: "Sign in again to do this." };
    await route.fulfill({ status: 403, contentType: "application/problem+json", json: body });
  });
  const dialog = second.getByRole("dialog", { name: "Approve deposit as the second admin" });
  await dialog.getByLabel(/^Note/).fill("Seen by two");
  const signedIn = second.waitForRequest((request) => new URL(request.url()).pathname === "/api/callback");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await see(second, "Sign in again");
  // The sandbox takes the name in the hint for the answer.
  await signedIn;
  await second.waitForLoadState();
  expectThat(
    (await dialog.getByLabel(/^Note/).inputValue()) === "Seen by two",
    "what was written is still there",
  );
  await dialog.getByRole("button", { name: "Approve" }).click();
  await see(second, "The deposit is credited, and the player is notified.");
  await player.getByTestId("header-balance").filter({ visible: true, hasText: "11,500" }).first().waitFor();
});

journey("a change that weakens a control waits for a second admin", async ({ another, screenshot }) => {
  const [first, second] = [await another("admin"), await another("admin2")];
  await first.goto("/admin/settings?act=change:secondApprovalAbove");
  const dialog = first.getByRole("dialog");
  await dialog.getByLabel("New value").fill("20000");
  await dialog.getByText("Needs a second admin", { exact: true }).waitFor();
  await dialog.getByLabel("Reason").fill("A busy week");
  await dialog.getByRole("button", { name: "Propose" }).click();
  await see(first, "Proposed");
  const before = await first.request.get("/api/admin/settings");
  expectThat((await before.text()).includes('"10000.00"'), "nothing has changed yet");

  await first.goto("/admin/proposals");
  await see(first, "Your own: another admin has to confirm it.");
  await second.goto("/admin/proposals");
  await second.getByRole("button", { name: "Confirm Change settings" }).click();
  const question = second.getByRole("dialog", { name: "Change settings" });
  await question.getByText("Second approval of deposits above: 10,000.00 → 20,000.00").waitFor();
  await screenshot("second-admin");
  await question.getByRole("button", { name: "Confirm" }).click();
  await see(second, "No open proposals.");
  await first.goto("/admin/settings");
  await see(first, "20,000.00");
  await first.setViewportSize(VIEWPORTS.tablet);
  await expectTableWhole(first, "Changes to the settings, newest first");
});

/** Reads the entries that a page shows: position, change and balance after, in hundredths. */
async function entriesOf(page: Page): Promise<{ change: number; after: number }[]> {
  const rows = await page.getByRole("table", { name: "Entries, newest first" }).locator("tbody tr").all();
  return Promise.all(
    rows.map(async (row) => {
      const [change = "", after = ""] = await row
        .locator("td")
        .nth(2)
        .or(row.locator("td").nth(3))
        .allTextContents();
      const cents = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);
      return { change: cents(change), after: cents(after) };
    }),
  );
}

journey("an auditor walks from a balance back to the first entry", { timeoutMs: 300_000 }, async (travel) => {
  const { page, another } = travel;
  // As long as a name can be.
  const person = `${travel.person}_m_w`;
  const player = await another(person);
  for (let bet = 0; bet < 22; bet += 1)
    await send(player, "/games/coinflip", { betAmount: 1 + bet, betSide: "rbx" });
  await send(player, "/games/coinflip", { betAmount: 5, betSide: "tix" });
  const id = await idOf(player);
  await travel.signIn("admin", "/admin/players");
  await page.getByLabel("Name or id").fill(person);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: person }).click();
  await page.getByRole("heading", { level: 1, name: person }).waitFor();
  const balance = (await (await player.request.get("/api/auth/user")).json()) as { rbxBalance: string };

  await page.getByLabel("Asset", { exact: true }).fill("RBX");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/asset=RBX/);
  await page.setViewportSize(VIEWPORTS.phone);
  const lines = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return words.getClientRects().length;
  });
  expectThat(lines === 1, "a phone shows the longest name in one line");
  await page.setViewportSize(VIEWPORTS.tablet);
  await expectTableWhole(page, "Entries, newest first");
  await page.setViewportSize(VIEWPORTS.desktop);
  const walked: { change: number; after: number }[] = [];
  for (let number = 1; ; number += 1) {
    if (number > 1) await see(page, `Page ${number}`);
    const end = page.getByText("This is the first entry.");
    const older = page.getByRole("button", { name: "Older", disabled: false });
    // While a page loads, neither is there.
    await end.or(older).first().waitFor();
    walked.push(...(await entriesOf(page)));
    if (await end.isVisible()) break;
    await older.click();
  }
  expectThat(walked.length > 20, "the way back has more than one page");
  expectThat(walked[0]?.after === Math.round(Number(balance.rbxBalance) * 100), "it begins at the balance");
  for (const [index, { change, after }] of walked.entries()) {
    const before = walked[index + 1]?.after ?? 0;
    expectThat(before + change === after, `entry ${index} follows from the one before it`);
  }
  // From the first entry to its event, and from one of its legs to the other account's books.
  await page
    .getByRole("table", { name: "Entries, newest first" })
    .locator("tbody tr")
    .last()
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("heading", { level: 2, name: "PlayerRegistered" }).waitFor();
  await expectAccessible(page, "an event as it is stored");
  await expectFiguresAligned(page, "Postings");
  await page.getByRole("link", { name: "issuance" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  await see(page, "Balance history");

  await page.goto(`/admin/players/${id}`);
  await see(page, /^After position/);
  const first = await page.request.get(`/api/admin/players/${id}/entries?limit=200`);
  const entries = ((await first.json()) as { items: { position: number }[] }).items;
  const born = entries.at(-1)?.position ?? 0;
  for (const [position, shown] of [
    [born, "1,000.00"],
    [born - 1, "Nothing was held at that moment."],
  ] as const) {
    await page.getByLabel("After position").fill(String(position));
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(new RegExp(`position=${position}`));
    await page.getByRole("region", { name: "Balance as of" }).getByText(shown).waitFor();
  }
  await page.getByLabel("After position").fill("");
  await page.getByLabel("Or at a local time").fill("2020-01-01T00:00:00");
  await page.getByRole("button", { name: "Show" }).click();
  await page
    .getByRole("region", { name: "Balance as of" })
    .getByText("Nothing was held at that moment.")
    .waitFor();

  await page.setViewportSize(VIEWPORTS.tablet);
  for (const [path, caption] of [
    ["/admin/events", "Events as they are stored"],
    ["/admin/house", "Revenue by game, newest first"],
    ["/admin/reads", "Accesses, newest first"],
  ] as const) {
    await page.goto(path);
    await expectTableWhole(page, caption);
  }
});

journey(
  "one search finds a player by the console's key, and exports come without a filter",
  async (travel) => {
    const { page, person, another } = travel;
    const player = await another(person);
    const id = await idOf(player);
    await travel.signIn("admin", "/admin");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(person);
    await page.getByRole("list", { name: "Search results" }).getByRole("link").first().waitFor();
    await expectAccessible(page, "the console's search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/admin/players/${id}`));
    await page.getByRole("heading", { level: 1, name: person }).waitFor();
    // Every file is requested as the page links to it.
    for (const path of [
      "/players",
      "/accounts",
      "/accounts/house",
      "/events",
      "/house",
      "/catalogue",
      "/roles",
      "/reads",
      `/players/${id}`,
      "/review",
      "/proposals",
      "/settings",
    ]) {
      await page.goto(`/admin${path}`);
      const links = page.getByRole("link", { name: /^Export .* as CSV$/ });
      await links.first().waitFor();
      for (const link of await links.all()) {
        const address = (await link.getAttribute("href")) ?? "";
        const { status } = await page.request.get(address).then((answer) => ({ status: answer.status() }));
        expectThat(status === 200, `${address} answers 200, not ${status}`);
      }
    }
  },
);

journey(
  "the log is verified on demand, stakes are halted, and history is walked from its first entry",
  { site: {} },
  async (travel) => {
    const { page, person, another } = travel;
    const player = await another(person);
    await send(player, "/games/coinflip", { betAmount: 1, betSide: "rbx" });
    await travel.signIn("admin", "/admin/system");
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByRole("region", { name: "Verify now" }).getByText("Passed").waitFor();
    await page.getByRole("button", { name: "Halt stakes" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("A drill");
    await dialog.getByRole("button", { name: "Halt stakes" }).click();
    await see(page, "Stakes are halted");
    const bet = await player.request.post("/api/games/coinflip", { data: { betAmount: 1, betSide: "rbx" } });
    expectThat(bet.status() === 409, "a bet is refused");
    await page.goto("/admin");
    await page.getByRole("region", { name: "Alerts" }).getByText("Stakes are halted").waitFor();
    await page.goto("/admin/accounts/house");
    await page.getByRole("button", { name: "First entry" }).click();
    const first = page.getByRole("table", { name: "Entries, oldest first" }).locator("tbody tr").first();
    await first.getByText("BankFunded").waitFor();
  },
);

journey(
  "a read model is rebuilt under load, with the same result",
  { timeoutMs: 300_000 },
  async (travel) => {
    const { page, person, another } = travel;
    const player = await another(person);
    await travel.signIn("admin", "/admin/system");
    let isLoaded = true;
    let bets = 0;
    const load = (async () => {
      while (isLoaded) {
        await send(player, "/games/coinflip", { betAmount: 1, betSide: bets % 2 === 0 ? "rbx" : "tix" });
        bets += 1;
      }
    })();
    try {
      await page.getByRole("button", { name: "Rebuild player-stats" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Reason").fill("To see that it comes to the same");
      await dialog.getByRole("button", { name: "Rebuild" }).click();
      await see(page, "player-stats is being rebuilt from the log.");
      const before = bets;
      await see(page, "Same as before");
      await expectSoon(async () => bets > before, "bets are taken all the while");
    } finally {
      isLoaded = false;
      await load;
    }
  },
);

journey(
  "an admin changes a limit, suspends a player and lifts that, each with a reason",
  { site: {} },
  async (travel) => {
    const { page, person, another } = travel;
    const player = await another(person);
    const id = await idOf(player);
    await travel.signIn("admin", "/admin/settings");
    await page.getByRole("button", { name: "Change Largest stake" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New value").fill("50");
    await dialog.getByLabel("Reason").fill("A quiet week");
    await dialog.getByRole("button", { name: "Change" }).click();
    await see(page, "Changed. It applies from the next request.");
    await page
      .getByRole("table", { name: /^Changes/ })
      .getByText("A quiet week")
      .waitFor();
    const bet = (betAmount: number) =>
      player.request.post("/api/games/coinflip", { data: { betAmount, betSide: "rbx" } });
    expectThat((await bet(51)).status() >= 400, "more than that is refused");
    expectThat((await bet(50)).ok(), "that much is taken");

    await page.goto(`/admin/players/${id}`);
    for (const [button, refused] of [
      ["Suspend", true],
      ["Lift suspension", false],
    ] as const) {
      await page.getByRole("button", { name: button, exact: true }).click();
      await dialog.getByLabel("Reason").fill("Looked into");
      await dialog.getByRole("button", { name: button }).click();
      await dialog.waitFor({ state: "hidden" });
      await expectSoon(async () => (await bet(1)).ok() !== refused, `after '${button}' it counts`);
    }
  },
);

const SCREENS = [
  "",
  "/review",
  "/review?status=completed",
  "/players",
  "/accounts",
  "/accounts/house",
  "/events",
  "/events/1",
  "/house",
  "/catalogue",
  "/settings",
  "/system",
  "/roles",
  "/reads",
];

async function seed({ another, person }: Travel): Promise<string> {
  const player = await another(person);
  for (const betSide of ["rbx", "tix"]) await send(player, "/games/coinflip", { betAmount: 5, betSide });
  await ask(player, 12.5);
  return idOf(player);
}

for (const [device, viewport] of Object.entries(VIEWPORTS)) {
  journey(
    `every screen of the console fits a ${device} and is accessible`,
    { browser: { viewport, reducedMotion: "reduce" }, timeoutMs: 400_000 },
    async (travel) => {
      const { page, signIn, screenshot } = travel;
      const id = await seed(travel);
      await signIn("admin", "/admin");
      for (const path of [...SCREENS, `/players/${id}`]) {
        await page.goto(`/admin${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle").catch(() => {});
        await expectNoSideways(page, `/admin${path} on a ${device}`);
        if (device === "phone") await expectRoomForFingers(page, `/admin${path}`);
        await expectAccessible(page, `/admin${path} on a ${device}`);
        await screenshot(`${device}-admin${path.replace(id, "one").replaceAll(/[^a-z0-9]+/g, "-")}`);
      }
    },
  );
}
