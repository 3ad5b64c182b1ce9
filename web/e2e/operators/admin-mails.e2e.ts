import { expectSoon, lookAt, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

journey("an admin sees a rejected mail", { site: {} }, async (travel) => {
  const { page, person, signIn } = travel;
  const admin = await travel.another("admin");
  await admin.goto("/admin/mails");
  await see(admin, "Every mail was accepted.");
  await lookAt(admin, "mails-none");

  await signIn(person, "/settings");
  const address = page.getByLabel("Email address");
  await address.fill("nobody@mail.example");
  await address.press("Enter");
  await see(page, "Confirm nobody@mail.example");

  const row = admin.getByRole("row").filter({ hasText: person });
  await expectSoon(async () => {
    await admin.reload();
    await admin.getByRole("heading", { level: 1, name: "Mails" }).waitFor();
    return (await row.count()) > 0;
  }, "the mail is listed");
  await row.getByText("Address refused").waitFor();
  await row.getByText("EENVELOPE 550").waitFor();
  // The mail contained a token, which is not stored: the player requests another one.
  await row.getByText("Not kept").waitFor();
  await lookAt(admin, "mails-untaken");

  const another = page.getByLabel("Another address");
  await another.fill("returned@mail.example");
  await another.press("Enter");
  await see(page, "Confirm returned@mail.example");
  const returned = row.filter({ hasText: "Came back" });
  await expectSoon(async () => {
    await admin.reload();
    await admin.getByRole("heading", { level: 1, name: "Mails" }).waitFor();
    return (await returned.count()) > 0;
  }, "the mail came back");
  await returned.getByText("DSN 5.1.1").waitFor();
  await lookAt(admin, "mails-returned");
});
