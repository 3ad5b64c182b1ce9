import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Security } from "#domain/features/second-factors/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import SecuritySection from "#web/features/second-factors/section.tsx";
import { StepUpWatcher } from "#web/features/second-factors/step-up-watcher.tsx";
import { call, hasCode } from "#web/lib/api/api.ts";
import { ASKER_WITHIN_MS } from "#web/lib/api/step-up.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const SECURITY: Security = {
  passkeys: 0,
  hasTotp: true,
  recoveryCodesLeft: 2,
  isFactorRequired: false,
  steppedUpUntil: null,
};
const asked = refused(403, "step_up_required", "Confirm this.");
const UNTIL = { until: "2026-11-01T10:15:00.000Z" };

function show(answers: FakeAnswers = {}) {
  const user = aUser();
  const api = fakeApi({
    "GET /auth/user": user,
    "GET /me/security": SECURITY,
    "GET /me/passkeys": [],
    ...answers,
  });
  renderAs(
    user,
    <>
      <StepUpWatcher />
      <SecuritySection />
    </>,
  );
  return api;
}
const makeCodes = async () => fireEvent.click(await screen.findByRole("button", { name: "Make new codes" }));
const theDialog = () => screen.findByRole("dialog", { name: "Confirm that it is you" });

it("asks for a confirmation and then sends the call again", async () => {
  const api = show({ "POST /me/recovery-codes": asked, "POST /me/step-up": UNTIL });
  await makeCodes();
  const dialog = within(await theDialog());
  fireEvent.change(dialog.getByLabelText("Code from your app"), { target: { value: "123 456" } });
  api.answer("POST /me/recovery-codes", { recoveryCodes: ["AAAA-BBBB"] });
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("AAAA-BBBB")).toBeTruthy();
  expect(api.requestsOf("POST /me/step-up").map(({ body }) => body)).toEqual([{ code: "123456" }]);
  expect(api.requestsOf("POST /me/recovery-codes")).toHaveLength(2);
});

it("shows that a code was wrong, and accepts a recovery code instead", async () => {
  const api = show({
    "POST /me/recovery-codes": asked,
    "POST /me/step-up": refused(403, "factor_refused", "That could not be confirmed."),
  });
  await makeCodes();
  const dialog = within(await theDialog());
  fireEvent.change(dialog.getByLabelText("Code from your app"), { target: { value: "000000" } });
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("That could not be confirmed.");
  fireEvent.click(dialog.getByRole("button", { name: "Use a recovery code" }));
  api.answer("POST /me/step-up", UNTIL);
  api.answer("POST /me/recovery-codes", { recoveryCodes: ["CCCC-DDDD"] });
  fireEvent.change(dialog.getByLabelText("Recovery code"), { target: { value: "aaaa bbbb" } });
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("CCCC-DDDD")).toBeTruthy();
  expect(api.requestsOf("POST /me/step-up").at(-1)?.body).toEqual({ recoveryCode: "aaaa bbbb" });
});

it("drops a call whose confirmation was closed", async () => {
  const api = show({ "POST /me/recovery-codes": asked });
  await makeCodes();
  fireEvent.keyDown(await theDialog(), { key: "Escape" });
  expect((await screen.findByRole("alert")).textContent).toBe("Confirm this.");
  expect(api.requestsOf("POST /me/recovery-codes")).toHaveLength(1);
});

it("asks once for two waiting calls", async () => {
  const api = show({ "POST /me/recovery-codes": asked, "DELETE /me/totp": asked, "POST /me/step-up": UNTIL });
  await screen.findByText("2 codes are left. New codes replace the old ones.");
  const both = [call("POST /me/recovery-codes", { body: {} }), call("DELETE /me/totp")] as const;
  const dialog = within(await theDialog());
  api.answer("POST /me/recovery-codes", { recoveryCodes: [] });
  api.answer("DELETE /me/totp", { id: "totp" });
  fireEvent.change(dialog.getByLabelText("Code from your app"), { target: { value: "123456" } });
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  await act(async () => void (await Promise.all(both)));
  expect(api.requestsOf("POST /me/step-up")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("sets up an app by its key and a first code, and shows the recovery codes", async () => {
  const secret = { secret: "ABCDEFGH", uri: "otpauth://totp/Florin:alice?secret=ABCDEFGH&issuer=Florin" };
  const api = show({
    "GET /me/security": { ...SECURITY, hasTotp: false, recoveryCodesLeft: 0 },
    "POST /me/totp": secret,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Set up app" }));
  expect(await screen.findByText("ABCDEFGH")).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
  api.answer("POST /me/totp", { recoveryCodes: ["EEEE-FFFF"] });
  fireEvent.change(screen.getByLabelText("Code from the app"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("EEEE-FFFF")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "I have saved them" }));
  await waitFor(() => expect(screen.queryByText("EEEE-FFFF")).toBeNull());
});

it("shows an admin why the console is closed", async () => {
  show({ "GET /me/security": { ...SECURITY, isFactorRequired: true } });
  expect(await screen.findByText("Admins need a second factor here")).toBeTruthy();
});

it("passes the refusal on if nobody can ask", async () => {
  fakeApi({ "POST /me/recovery-codes": asked });
  vi.useFakeTimers();
  const failing = call("POST /me/recovery-codes", { body: {} }).catch((one: unknown) => one);
  await vi.advanceTimersByTimeAsync(ASKER_WITHIN_MS);
  vi.useRealTimers();
  const error = await failing;
  expect(hasCode(error, "step_up_required")).toBe(true);
});
