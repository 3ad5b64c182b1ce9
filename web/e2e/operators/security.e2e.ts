import type { Page } from "playwright-core";
import { expectAccessible, expectNoSideways, expectThat, see } from "#web/e2e/expectations.ts";
import { journey, picture, VIEWPORTS } from "#web/e2e/harness.ts";

/** A device that keeps passkeys, and approves requests without a touch. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the device recognises its owner from now on. */
    knowsOwner: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function lookAtEveryWidth(page: Page, name: string): Promise<void> {
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSideways(page, `${name} on a ${device}`);
    await expectAccessible(page, `${name} on a ${device}`);
    await picture(page, `${device}-${name}`);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
}

const confirmation = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });

journey(
  "an admin adds a passkey, and confirms with it what a stolen cookie could not do",
  { site: { env: { ADMIN_SECOND_FACTOR: "required" } } },
  async ({ page, signIn, another }) => {
    const device = await addDevice(page);
    await signIn("admin", "/admin/review");
    await see(page, "Add a second factor first");
    await page.getByRole("link", { name: "Open settings" }).click();
    await see(page, "Admins need a second factor here");
    const security = page.getByRole("region", { name: "Security" });
    await security.scrollIntoViewIfNeeded();
    await lookAtEveryWidth(page, "security-empty");

    await security.getByLabel("Name of a new passkey").fill("This laptop");
    await security.getByRole("button", { name: "Add passkey" }).click();
    const codes = page.getByRole("dialog", { name: "Keep your recovery codes" });
    await codes.waitFor();
    expectThat((await codes.getByRole("listitem").count()) === 10, "ten recovery codes are shown");
    await lookAtEveryWidth(page, "recovery-codes");
    const [code = ""] = await codes.getByRole("listitem").allTextContents();
    await codes.getByRole("button", { name: "I have saved them" }).click();
    await security.getByText("This laptop").waitFor();
    await security.getByRole("button", { name: "Set up app" }).click();
    await security.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    await security.scrollIntoViewIfNeeded();
    await lookAtEveryWidth(page, "security");

    // A new session is not confirmed yet.
    await signIn("admin", "/admin/settings?act=change:secondApprovalAbove");
    const change = page.getByRole("dialog", { name: /Second approval of deposits above/i });
    await change.getByLabel("New value").fill("20000");
    await change.getByLabel("Reason").fill("A drill");
    await change.getByRole("button", { name: "Propose" }).click();
    await confirmation(page).waitFor();
    await lookAtEveryWidth(page, "step-up");
    await device.knowsOwner(false);
    await confirmation(page).getByRole("button", { name: "Use your passkey" }).click();
    await see(page, "The passkey was not used. Try again, and follow your device's prompts.");
    await device.knowsOwner(true);
    await confirmation(page).getByRole("button", { name: "Use your passkey" }).click();
    await confirmation(page).waitFor({ state: "hidden" });
    await see(page, "Proposed");

    // Another device has no passkey, but there is a code on paper.
    const other = await another("admin");
    await other.goto("/settings");
    await other.getByRole("button", { name: "Make new codes" }).click();
    await confirmation(other).getByRole("button", { name: "Use a recovery code" }).click();
    await confirmation(other).getByLabel("Recovery code").fill(code);
    await other.keyboard.press("Enter");
    await other.getByRole("dialog", { name: "Keep your recovery codes" }).waitFor();
  },
);
