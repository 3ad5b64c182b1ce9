import type { Page } from "playwright-core";
import { expectThat } from "./expectations.ts";
import type { Travel } from "./harness.ts";

async function send(page: Page, method: "post" | "put", path: string, data: object): Promise<void> {
  const answer = await page.request[method](`/api${path}`, { data });
  expectThat(answer.ok(), `${path} succeeds, but: ${await answer.text()}`);
}

/** An admin opens the chat from level 1 on. */
export async function openChat({ another }: Travel): Promise<Page> {
  const admin = await another("admin");
  await admin.goto("/api/login?login_hint=admin&fresh=1");
  const { version } = (await (await admin.request.get("/api/admin/settings")).json()) as { version: number };
  const values = { chatLevelMin: 1 };
  await send(admin, "put", "/admin/settings", { version, values, reason: "For the chat" });
  return admin;
}

/** Opens the chat, with a moderator. */
export async function moderated(travel: Travel): Promise<{ readonly moderator: Page; readonly admin: Page }> {
  const moderator = await travel.another(`${travel.person}_mod`);
  const { id } = (await (await moderator.request.get("/api/auth/user")).json()) as { id: string };
  const admin = await openChat(travel);
  await send(admin, "post", "/admin/roles", { playerId: id, role: "moderator", reason: "For the chat" });
  return { moderator, admin };
}

const input = (page: Page) => page.getByRole("textbox", { name: "Your message" });
/** Writes a message as soon as the last one allows it, and waits until it is shown. */
export async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  await input(page).press("Enter");
  await page.getByRole("region", { name: "Messages" }).getByText(text).waitFor();
}
/** A message of the room by its text. */
export const message = (page: Page, text: string) =>
  page.getByRole("region", { name: "Messages" }).getByRole("listitem").filter({ hasText: text });
