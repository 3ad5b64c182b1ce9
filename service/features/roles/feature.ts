import {
  playerSuspended,
  roleGranted,
  roleRevoked,
  suspensionLifted,
} from "#domain/features/roles/events.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { noticeMail } from "#service/integrations/mail/event-mail.ts";
import { rolesAccess } from "./access.ts";
import { roleRoutes } from "./routes.ts";

/** What changes an account is told by mail, too: whoever did not expect it should know at once. */
const mails = [
  noticeMail(roleGranted),
  noticeMail(roleRevoked),
  noticeMail(playerSuspended),
  noticeMail(suspensionLifted),
];

export const roles = defineServiceFeature({
  name: "roles",
  routes: roleRoutes,
  mails,
  access: () => rolesAccess,
});
