// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/system/page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Answer } from "#web/lib/api/api.ts";
import { someBlocks } from "#web/testing/blocks.ts";
import { aProposed } from "#web/testing/examples/proposals.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
type State = Answer<"GET /admin/projections">["items"][number];

const model = (change: Partial<State> = {}): State => ({
  name: "player-stats",
  version: 2,
  position: 90,
  lag: 0,
  waitedMs: 0,
  error: null,
  rebuild: null,
  lastRebuild: null,
  ...change,
});
const [signed] = someBlocks(5).filter((block) => block.signed);
const models = (...items: readonly State[]) => ({
  position: 90,
  items: [...items],
  next: null,
  signedHead: signed ?? null,
  headsTrouble: null,
  lastCheck: null,
});
const CHECK = { night: "2026-11-20", beganAt: AT, finishedAt: AT, position: 80, problem: null };

function show(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/projections": models(model()),
    "GET /admin/stakes": { halted: false, since: null, reason: null, lastCheck: CHECK },
    "POST /admin/stakes/resume": aProposed({ kind: "resume_stakes" }),
    "GET /admin/verification": { newest: null },
    "POST /admin/projections/{name}/rebuild": (() => ({ name: "player-stats", position: 91 })) as never,
    ...answers,
  });
  return { api, ...renderSite("/admin/system") };
}
const row = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);

it("no card is shown before all are answered, since each would move those below it", async () => {
  const answer: { give?: () => void } = {};
  const late = new Promise<void>((resolve) => {
    answer.give = resolve;
  });
  show({ "GET /admin/verification": (() => late.then(() => ({ newest: null }))) as never });
  await screen.findByRole("heading", { level: 1, name: "System" });
  await waitFor(() => expect(screen.getByRole("main").textContent).toContain("Loading..."));
  expect(screen.queryByRole("region", { name: "Last verification" })).toBeNull();
  answer.give?.();
  for (const name of ["Last verification", "Verify now", "Signed head", "Read models"])
    expect(await screen.findByRole("region", { name })).toBeTruthy();
});

describe("the read models", () => {
  it("are shown with version, position and lag", async () => {
    show({
      "GET /admin/projections": models(
        model(),
        model({ name: "leaderboard", position: 60, lag: 30, waitedMs: 65_000 }),
        model({ name: "revenue", lag: 5, error: "column is missing" }),
      ),
    });
    expect((await row("player-stats")).getByText("Up to date")).toBeTruthy();
    expect((await row("leaderboard")).getByText("30 behind, 1 min")).toBeTruthy();
    const stopped = await row("revenue");
    expect(stopped.getByText("Stopped")).toBeTruthy();
    expect(stopped.getByText("column is missing")).toBeTruthy();
  });

  it("are rebuilt with a reason, and show progress and result", async () => {
    const { api } = show();
    fireEvent.click(await screen.findByRole("button", { name: "Rebuild player-stats" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "A look" } });
    api.answer("GET /admin/projections", models(model({ rebuild: { position: 30, goal: 90 } })));
    fireEvent.click(dialog.getByRole("button", { name: "Rebuild" }));
    const progress = await screen.findByRole("progressbar", { name: "Rebuild of player-stats" });
    expect([progress.getAttribute("value"), progress.getAttribute("max")]).toEqual(["30", "90"]);
    expect(screen.getByText("30 of 90")).toBeTruthy();
    expect(api.requestsOf("POST /admin/projections/{name}/rebuild")[0]).toMatchObject({
      path: "/api/admin/projections/player-stats/rebuild",
      body: { reason: "A look" },
    });
    const done = {
      startedAt: AT,
      finishedAt: AT,
      by: "p_admin",
      outcome: "same",
      position: 90,
      rows: 12,
    } as const;
    api.answer(
      "GET /admin/projections",
      models(model({ lastRebuild: { ...done, live: "a", rebuilt: "a" } })),
    );
    // Loaded again by itself while it is under way.
    expect(await screen.findByText("Same as before")).toBeTruthy();
  });

  it("cannot be rebuilt again during a rebuild", async () => {
    show({ "GET /admin/projections": models(model({ rebuild: { position: 0, goal: 0 } })) });
    const button = await screen.findByRole("button", { name: "Rebuild player-stats" });
    expect((button as HTMLButtonElement).disabled).toBe(true);
  });

  it("show when they could not be loaded", async () => {
    show({ "GET /admin/projections": refused(503, "unavailable", "Busy.") });
    expect(await screen.findByText("The read models could not be loaded.")).toBeTruthy();
  });
});

it("the log is verified on demand, with progress and result", async () => {
  const running = {
    ...{ startedAt: AT, by: "p_admin", position: 40, goal: 90 },
    ...{ finishedAt: null, outcome: null, problem: null },
  };
  const { api } = show({ "POST /admin/verification": (() => ({ newest: running })) as never });
  const card = within(await screen.findByRole("region", { name: "Verify now" }));
  await card.findByText("None since the service started.");
  api.answer("GET /admin/verification", { newest: running });
  fireEvent.click(card.getByRole("button", { name: "Verify now" }));
  const progress = await card.findByRole("progressbar", { name: "Verification of the log" });
  expect([progress.getAttribute("value"), progress.getAttribute("max")]).toEqual(["40", "90"]);
  expect(card.getByRole("button", { name: "Verifying..." }).getAttribute("aria-disabled")).toBe("true");
  const problem = "The log is not right. First bad position: 7.";
  api.answer("GET /admin/verification", {
    newest: { ...running, finishedAt: AT, outcome: "wrong", position: 7, problem },
  });
  // Loaded again by itself while it is under way.
  expect(await card.findByText("Failed")).toBeTruthy();
  expect(card.getByText(problem)).toBeTruthy();
  expect(api.requestsOf("POST /admin/verification")).toHaveLength(1);
});

it("stakes are halted with a reason", async () => {
  const { api } = show({ "POST /admin/stakes/halt": { halted: true, position: 91 } });
  fireEvent.click(await screen.findByRole("button", { name: "Halt stakes" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Halt stakes" }));
  expect(api.requestsOf("POST /admin/stakes/halt")).toHaveLength(0);
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "A bug in the coin" } });
  fireEvent.click(dialog.getByRole("button", { name: "Halt stakes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.requestsOf("POST /admin/stakes/halt")[0]?.body).toEqual({ reason: "A bug in the coin" });
});

it("the newest signed head can be copied", async () => {
  show();
  const card = within(await screen.findByRole("region", { name: "Signed head" }));
  expect(await card.findByText(signed?.hash ?? "none")).toBeTruthy();
  expect(card.getByText(signed?.signed?.signature ?? "none")).toBeTruthy();
  expect(card.getByRole("button", { name: "Copy hash" })).toBeTruthy();
});

it("signed heads that cannot be written are told with the reason", async () => {
  const headsTrouble = "HEADS_DIR: signed heads cannot be written to /mnt/heads: no space left on device";
  show({ "GET /admin/projections": { ...models(model()), headsTrouble } });
  const card = within(await screen.findByRole("region", { name: "Signed head" }));
  expect(await card.findByText("Signed heads are not kept")).toBeTruthy();
  expect(card.getByText(headsTrouble)).toBeTruthy();
});

describe("the last verification", () => {
  it("shows its result, and that nothing is wrong", async () => {
    show();
    const card = within(await screen.findByRole("region", { name: "Last verification" }));
    expect(await card.findByText("Passed")).toBeTruthy();
    expect(card.getByText("position 80")).toBeTruthy();
    expect(card.queryByRole("button", { name: "Resume stakes" })).toBeNull();
  });

  it("that halted stakes shows why, and can be resumed with a reason", async () => {
    const problem = "Entry 42 does not follow from entry 41.";
    const { api } = show({
      "GET /admin/stakes": { halted: true, since: AT, reason: problem, lastCheck: { ...CHECK, problem } },
    });
    expect(await screen.findByText("Stakes are halted")).toBeTruthy();
    expect(screen.getAllByText(problem)).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Resume stakes" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Understood" } });
    fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.requestsOf("POST /admin/stakes/resume")[0]?.body).toEqual({ reason: "Understood" });
  });
});
