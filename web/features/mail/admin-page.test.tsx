// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/mail/admin-page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { UntakenMail } from "#domain/features/mail/contract.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const MAIL: UntakenMail = {
  id: "m_1",
  player: { id: "p_alice", username: "alice", profileImageUrl: null },
  address: "a…@mail.example",
  template: "notice",
  state: "bounced",
  error: "EENVELOPE 550",
  attempts: 1,
  createdAt: AT,
  nextAt: null,
  endedAt: AT,
  isKept: true,
  retriedBy: null,
};

function show(mails: UntakenMail[]) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/mails": mails,
    "POST /admin/mails/{id}/retry": { id: "m_1" },
  });
  renderSite("/admin/mails");
  return api;
}

describe("the mails of the console", () => {
  it("show rejected mails with their reasons, and can be retried", async () => {
    const api = show([
      MAIL,
      { ...MAIL, id: "m_2", state: "waiting", nextAt: AT, endedAt: null },
      {
        ...MAIL,
        id: "m_4",
        state: "returned",
        error: "DSN 5.1.1",
        player: { ...MAIL.player, username: "bob" },
      },
      { ...MAIL, id: "m_3", template: "confirm-address", isKept: false },
    ]);
    const table = within(await screen.findByRole("table", { name: "Mails not accepted" }));
    expect(table.getAllByText("a…@mail.example")).toHaveLength(4);
    expect(table.getByText("Came back")).toBeTruthy();
    expect(table.getByRole("button", { name: "Try the mail to bob again" })).toBeTruthy();
    expect(table.getAllByText("EENVELOPE 550")).toHaveLength(3);
    expect(table.getByText("Not kept")).toBeTruthy();
    fireEvent.click(table.getByRole("button", { name: "Try the mail to alice again" }));
    await waitFor(() => expect(api.requestsOf("POST /admin/mails/{id}/retry")).toHaveLength(1));
  });

  it("show when every mail was accepted", async () => {
    show([]);
    expect(await screen.findByText("Every mail was accepted.")).toBeTruthy();
  });
});
