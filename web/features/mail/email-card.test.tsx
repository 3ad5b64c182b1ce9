import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Email } from "#domain/features/mail/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import EmailCard from "#web/features/mail/email-card.tsx";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const NONE: Email = { email: null, isVerified: false, isRefused: false, deliversTo: null };
const GOOD: Email = {
  email: "a@mail.example",
  isVerified: true,
  isRefused: false,
  deliversTo: "a@mail.example",
};
const TOKEN = "t".repeat(43);

function show(answers: FakeAnswers = {}) {
  const user = aUser();
  const api = fakeApi({ "GET /auth/user": user, "GET /me/email": NONE, ...answers });
  renderAs(user, <EmailCard />);
  return api;
}

afterEach(() => window.history.replaceState(null, "", "/"));

it("sends a link to an address, and says that it has to be opened", async () => {
  const asked = { email: "b@mail.example", isVerified: false, isRefused: false, deliversTo: null };
  const api = show({ "PUT /me/email": asked });
  fireEvent.change(await screen.findByLabelText("Email address"), { target: { value: "b@mail.example" } });
  fireEvent.click(screen.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText("Confirm b@mail.example")).toBeTruthy();
  expect(api.requestsOf("PUT /me/email").map(({ body }) => body)).toEqual([{ email: "b@mail.example" }]);
});

it("shows why a link was not sent", async () => {
  show({ "PUT /me/email": refused(400, "invalid_request", "email: Must be an email address") });
  fireEvent.change(await screen.findByLabelText("Email address"), { target: { value: "b" } });
  fireEvent.click(screen.getByRole("button", { name: "Send link" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Must be an email address");
});

it("confirms by the link of a mail, once, and takes the token out of the address", async () => {
  window.history.replaceState(null, "", `/settings?a=1#confirm-email=${TOKEN}`);
  const api = show({ "POST /me/email/verify": GOOD });
  expect(await screen.findByText("Confirmed")).toBeTruthy();
  expect(api.requestsOf("POST /me/email/verify").map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  expect(window.location.href).toMatch(/\/settings\?a=1$/);
});

it("shows that an old link does not work", async () => {
  window.history.replaceState(null, "", `/settings#confirm-email=${TOKEN}`);
  show({ "POST /me/email/verify": refused(409, "email_token_invalid", "This link does not work any more.") });
  expect((await screen.findByRole("alert")).textContent).toContain("This link does not work any more.");
});

it("shows where mails go while a new address is unconfirmed", async () => {
  show({
    "GET /me/email": {
      email: "b@mail.example",
      isVerified: false,
      isRefused: false,
      deliversTo: "a@mail.example",
    },
  });
  expect(await screen.findByText(/Until then mail goes to a@mail\.example\./)).toBeTruthy();
});

it("shows that mails came back, and that no more are sent there", async () => {
  show({
    "GET /me/email": { email: "b@mail.example", isVerified: false, isRefused: true, deliversTo: null },
  });
  expect(await screen.findByText("Mail to b@mail.example bounced")).toBeTruthy();
  expect(screen.queryByText("Confirm b@mail.example")).toBeNull();
});
