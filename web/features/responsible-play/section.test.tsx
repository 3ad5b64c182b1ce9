// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/info/responsible-gaming-page.tsx";
import "#web/features/responsible-play/section.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { AgeGate } from "#domain/features/responsible-play/rules.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { runningStakes } from "#web/lib/stakes/running-stake.ts";
import { toasts } from "#web/lib/toast.ts";
import { aPlay } from "#web/testing/examples/play.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const show = (answers: FakeAnswers = {}, path = "/responsible-gaming") => {
  const api = fakeApi({ "GET /auth/user": aUser(), ...answers });
  return { api, ...renderSite(path) };
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const changed = { position: 7, amount: "50.00", pending: null };
const limited = (change: object) =>
  aPlay({
    limits: aPlay().limits.map((limit) =>
      limit.kind === "loss" && limit.window === "day" ? { ...limit, ...change } : limit,
    ),
  });

describe("the page on responsible gaming", () => {
  it("informs everybody, and shows no limits to a visitor", async () => {
    const { api } = show({ "GET /auth/user": unauthorized });
    await screen.findByText("Know the odds");
    expect(screen.queryByText("Your limits")).toBeNull();
    expect(api.requestsOf("GET /responsible-play")).toEqual([]);
  });

  it("asks after six months whether the limits still fit", async () => {
    const due = { dueAt: "2026-11-01T12:00:00.000Z", isDue: true };
    const { api } = show({
      "GET /responsible-play": aPlay({ review: due }),
      "POST /responsible-play/limits/review": { position: 9, dueAt: "2027-05-01T12:00:00.000Z" },
    });
    expect(await screen.findByRole("link", { name: "Review your limits" })).toBeTruthy();
    fireEvent.click(await screen.findByRole("button", { name: "Leave them as they are" }));
    await waitFor(() => expect(api.requestsOf("POST /responsible-play/limits/review")).toHaveLength(1));
  });

  it("sets a limit, and requires an amount first", async () => {
    const { api } = show({ "PUT /responsible-play/limits": changed });
    await screen.findByText("You have set no limit.");
    fireEvent.click(screen.getByText("Set limit"));
    expect(await screen.findByText("Enter an amount with at most two decimals")).toBeTruthy();
    type("At most", "50");
    fireEvent.click(screen.getByText("Set limit"));
    await waitFor(() => expect(api.requestsOf("PUT /responsible-play/limits")).toHaveLength(1));
    expect(api.requestsOf("PUT /responsible-play/limits")[0]!.body).toEqual({
      kind: "loss",
      window: "day",
      amount: 50,
    });
  });

  it("shows the rest of a limit, and when more becomes free", async () => {
    const freesAt = "2026-01-02T10:05:00.000Z";
    show({ "GET /responsible-play": limited({ amount: "100.00", used: "62.50", freesAt }) });
    const row = (await screen.findByText("Loss limit for a day")).closest("li")!;
    expect(row.textContent).toContain("37.50 left of 100.00");
    expect(row.textContent).toContain("more from");
  });

  it("confirms no increase before its day is over, and withdraws it at any time", async () => {
    const raise = (from: string) => limited({ amount: "10.00", pending: { amount: null, from } });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { api } = show({
      "GET /responsible-play": raise(later),
      "DELETE /responsible-play/limits/pending": changed,
    });
    const button = await screen.findByText("Confirm");
    expect(button.closest("button")?.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button);
    fireEvent.click(screen.getByText("Keep as it is"));
    expect(await screen.findByText("Limit kept")).toBeTruthy();
    expect(api.requestsOf("DELETE /responsible-play/limits/pending")[0]!.body).toEqual({
      kind: "loss",
      window: "day",
    });
  });

  it("confirms an increase whose day is over", async () => {
    const pending = { amount: null, from: "2026-01-01T00:00:00.000Z" };
    const { api } = show({
      "GET /responsible-play": limited({ amount: "10.00", pending }),
      "POST /responsible-play/limits/confirm": changed,
    });
    fireEvent.click(await screen.findByText("Confirm"));
    expect(await screen.findByText("Limit changed")).toBeTruthy();
    expect(api.requestsOf("POST /responsible-play/limits/confirm")).toHaveLength(1);
  });

  it("excludes only a player who has typed the word", async () => {
    const { api } = show({
      "POST /responsible-play/self-exclusion": refused(409, "only_longer", "It can only become longer."),
    });
    fireEvent.click(await screen.findByText("Exclude..."));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByText("Exclude me"));
    expect(await dialog.findByText("Type EXCLUDE")).toBeTruthy();
    const field = dialog.getByLabelText("Type EXCLUDE to confirm");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(api.requestsOf("POST /responsible-play/self-exclusion")).toEqual([]);
    type("Type EXCLUDE to confirm", "EXCLUDE");
    fireEvent.click(dialog.getByText("Exclude me"));
    expect(await screen.findByText("It can only become longer.")).toBeTruthy();
    expect(api.requestsOf("POST /responsible-play/self-exclusion")[0]!.body).toEqual({
      months: 6,
      confirm: "EXCLUDE",
    });
  });

  it("begins a break", async () => {
    const { api } = show({
      "POST /responsible-play/time-out": { position: 7, until: "2026-01-02T00:00:00.000Z" },
    });
    fireEvent.click(await screen.findByText("Begin break"));
    expect(await screen.findByText(/Your break lasts until/)).toBeTruthy();
    expect(api.requestsOf("POST /responsible-play/time-out")[0]!.body).toEqual({ hours: 24 });
  });

  it("stays open to a self-excluded player", async () => {
    show({ "GET /responsible-play": aPlay({ exclusion: { until: null, endsAt: null } }) }, "/chat");
    expect(await screen.findByText("You have excluded yourself for ever")).toBeTruthy();
    expect(window.location.pathname).toBe("/responsible-gaming");
    expect(screen.queryByText("Begin break")).toBeNull();
  });

  it.each([
    ["/cashouts", true],
    ["/withdrawals", true],
    ["/settings", true],
    ["/shop/purchases/u_1", true],
    ["/user-games", true],
    ["/user-games/g_1", false],
    ["/shop", false],
    ["/", false],
    ["/gamesome", false],
  ])("leaves a self-excluded player their own pages: %s", async (path, isOpen) => {
    const excluded = aPlay({ exclusion: { until: null, endsAt: null } });
    const { queryClient } = show({ "GET /responsible-play": excluded }, path);
    await waitFor(() => expect(queryClient.getQueryData(responsiblePlayQuery.queryKey)).toEqual(excluded));
    await act(async () => undefined);
    if (!isOpen) await screen.findByRole("link", { name: "cash out" });
    expect(window.location.pathname).toBe(isOpen ? path : "/responsible-gaming");
  });

  it("shows when the limits did not load", async () => {
    show({ "GET /responsible-play": refused(503, "unavailable", "Busy.") });
    expect(await screen.findByText("Try again")).toBeTruthy();
  });
});

describe("the bar above every page", () => {
  // Computed in each test: a minute may pass between loading the file and running it.
  const played = () => ({
    startedAt: new Date(Date.now() - 31 * 60_000).toISOString(),
    wagered: "120.00",
    net: "-14.50",
  });

  it("shows playing time and result", async () => {
    show({ "GET /responsible-play": aPlay({ session: played() }) });
    const told = await screen.findByText(/^Playing for/);
    expect(told.textContent).toMatch(/^Playing for 31 min · staked 120.00 · result -14.50$/);
  });

  it("shows a running break, and offers none during an exclusion", async () => {
    const timeOut = { until: new Date(Date.now() + 3_600_000).toISOString() };
    const { api, unmount } = show({ "GET /responsible-play": aPlay({ timeOut }) }, "/");
    expect(await screen.findByText(/^On a break until .+ You can neither bet nor deposit\.$/)).toBeTruthy();
    expect(screen.getByText("Your break").getAttribute("href")).toBe("/responsible-gaming#break");
    unmount();
    api.answer("GET /responsible-play", aPlay({ timeOut, exclusion: { until: null, endsAt: null } }));
    renderSite("/responsible-gaming");
    await screen.findByText("You have excluded yourself for ever");
    expect(screen.queryByText(/break until|^Take a break$|^Your break$/)).toBeNull();
  });

  it("shows nothing of a break that is over", async () => {
    const timeOut = { until: new Date(Date.now() - 1_000).toISOString() };
    show({ "GET /responsible-play": aPlay({ session: played(), timeOut }) }, "/");
    await screen.findByText(/^Playing for/);
    expect(screen.queryByText(/break until/)).toBeNull();
    expect(screen.getByText("Take a break")).toBeTruthy();
  });

  it("stops play at a reality check until it is answered", async () => {
    const session = played();
    const due = aPlay({
      session,
      realityCheck: { everyMinutes: 30, dueAt: session.startedAt, isDue: true },
    });
    const { api } = show({
      "GET /responsible-play": due,
      "POST /responsible-play/reality-check/acknowledge": { position: 8, nextInMinutes: 30 },
    });
    const notice = within(await screen.findByRole("alert"));
    expect(notice.getByText(/You staked 120.00, and your result is -14.50/)).toBeTruthy();
    api.answer("GET /responsible-play", aPlay({ session }));
    fireEvent.click(notice.getByText("Continue"));
    expect(await screen.findByText("Next reminder in 30 minutes")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Continue")).toBeNull());
  });
});

describe("a reality check", () => {
  it("waits for the end of a round in which the player can still act", async () => {
    const startedAt = new Date(Date.now() - 31 * 60_000).toISOString();
    const session = { startedAt, wagered: "120.00", net: "-14.50" };
    act(() => runningStakes.set(1));
    show({
      "GET /responsible-play": aPlay({
        session,
        realityCheck: { everyMinutes: 30, dueAt: startedAt, isDue: true },
      }),
    });
    await screen.findByText(/Playing for/);
    expect(screen.queryByText("Continue")).toBeNull();
    act(() => runningStakes.set(0));
    expect(await screen.findByText("Continue")).toBeTruthy();
  });
});

describe("the confirmation of age", () => {
  const asked = (change: object) => show({ "GET /responsible-play": aPlay(change) });
  const age = { ...aPlay().age, asked: "birthdate" as const };

  const confirmed = { position: 9, isConfirmed: true, textVersion: 1 };
  const asks = async (gate: AgeGate) => {
    const { api } = show({
      "GET /responsible-play": aPlay({ age: { ...age, asked: gate } }),
      "POST /responsible-play/age": confirmed,
      "POST /responsible-play/age/check": { url: "https://ages.example/1" },
    });
    return { api, dialog: within(await screen.findByRole("dialog", { name: "Confirm your age" })) };
  };

  it("takes a date of birth and a sentence, if the site requires that", async () => {
    const { api, dialog } = await asks("birthdate");
    dialog.getByText(/is not stored/);
    fireEvent.click(dialog.getByText("Confirm age"));
    expect(await dialog.findByText("Give your date of birth")).toBeTruthy();
    expect(dialog.getByText("Confirm this sentence")).toBeTruthy();
    type("Date of birth", "1990-12-31");
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByText("Confirm age"));
    await waitFor(() => expect(api.requestsOf("POST /responsible-play/age")).toHaveLength(1));
    expect(api.requestsOf("POST /responsible-play/age")[0]!.body).toEqual({
      confirm: true,
      birthDate: "1990-12-31",
    });
  });

  it("takes place at the verification service, if the site requires that", async () => {
    const { api, dialog } = await asks("provider");
    dialog.getByText(/A verification service checks your age/);
    expect(dialog.queryByLabelText("Date of birth")).toBeNull();
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByText("Go to the verification service"));
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://ages.example/1"));
    expect(api.requestsOf("POST /responsible-play/age/check")[0]?.body).toEqual({ confirm: true });
  });

  it.each([
    [{ isOpen: true, url: "https://ages.example/1" }, "Your age is being checked"],
    [{ isOpen: false, url: null }, /The verification service has not confirmed your age/],
  ])("shows the state of a check at the verification service: %o", async (check, text) => {
    asked({ age: { ...age, asked: "provider", check } });
    expect(await screen.findByText(text)).toBeTruthy();
    const link = screen.queryByText("Continue the check");
    expect(link?.getAttribute("href") ?? null).toBe(check.url);
  });

  it("takes a sentence alone if the site requires no more", async () => {
    const { api, dialog } = await asks("consent");
    expect(dialog.queryByLabelText("Date of birth")).toBeNull();
    fireEvent.click(dialog.getByText("Confirm age"));
    expect(await dialog.findByText("Confirm this sentence")).toBeTruthy();
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByText("Confirm age"));
    await waitFor(() =>
      expect(api.requestsOf("POST /responsible-play/age")[0]?.body).toEqual({ confirm: true }),
    );
  });

  it("can wait while they look around, and is opened again from the notice", async () => {
    const { dialog } = await asks("birthdate");
    fireEvent.click(dialog.getByLabelText("Close"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByText("Confirm age..."));
    expect(await screen.findByRole("dialog", { name: "Confirm your age" })).toBeTruthy();
  });

  it("shows no success without a confirmation", async () => {
    const { api, dialog } = await asks("birthdate");
    api.answer("POST /responsible-play/age", { position: 9, isConfirmed: false, textVersion: 1 });
    api.answer("GET /responsible-play", aPlay({ age: { ...age, isUnderAge: true } }));
    type("Date of birth", "2020-12-31");
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByText("Confirm age"));
    expect(await screen.findByText("You have to be 18 years old to play")).toBeTruthy();
    expect(toasts.get()).toEqual([]);
  });

  it("asks for the country, where some are barred and the player's is unknown", async () => {
    const { api } = show({
      "GET /responsible-play": aPlay({ region: { country: null, isBlocked: true } }),
      "POST /responsible-play/region": { position: 9, region: "AT", isBlocked: false },
    });
    await screen.findByText("Which country are you in?");
    type("Country", "AT");
    fireEvent.click(screen.getByText("Save country"));
    await waitFor(() =>
      expect(api.requestsOf("POST /responsible-play/region")[0]?.body).toEqual({ region: "AT" }),
    );
  });

  it.each([
    [{ age: { ...age, isUnderAge: true } }, "You have to be 18 years old to play"],
    [{ region: { country: "FR", isBlocked: true } }, "Playing is not allowed in France"],
  ])("can fail: %o", async (change, text) => {
    asked(change);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
