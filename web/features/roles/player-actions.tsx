import type { Role } from "#domain/features/roles/rules.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { useAddressDialog } from "#web/lib/address.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { useUser } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";

const ROLES = ["moderator", "admin"] as const satisfies readonly Role[];

/** The standing of a player an admin may act upon. */
export interface Subject {
  readonly id: string;
  readonly username: string;
  readonly roles: readonly { readonly role: Role; readonly source: "settings" | "grant" }[];
  readonly suspended: boolean;
}

interface Action {
  readonly name: string;
  readonly button: string;
  readonly title: string;
  readonly description: string;
  readonly done: string;
  /** What happens to the reason, if not the usual. */
  readonly hint?: string;
  readonly isGrave: boolean;
  /** Whether another admin has to confirm it. */
  readonly needsTwo: boolean;
  readonly send: (reason: string) => Promise<unknown>;
}

const roleName = (role: Role): string => (role === "admin" ? "an admin" : "a moderator");

function grant({ id, username }: Subject, role: Role): Action {
  return {
    name: `grant-${role}`,
    button: `Make ${role}`,
    title: `Make ${username} ${roleName(role)}`,
    description:
      role === "admin" ? "It takes effect once another admin confirms it." : "It takes effect at once.",
    done: `${username} is ${roleName(role)} now.`,
    isGrave: false,
    needsTwo: role === "admin",
    send: (reason) => command("POST /admin/roles", { body: { playerId: id, role, reason } }),
  };
}

function revoke({ id, username }: Subject, role: Role): Action {
  return {
    name: `revoke-${role}`,
    button: `Revoke ${role}`,
    title: `Take the role of ${roleName(role)} from ${username}`,
    description: "It takes effect at once.",
    done: `${username} is no longer ${roleName(role)}.`,
    isGrave: true,
    needsTwo: false,
    send: (reason) => command("DELETE /admin/roles", { body: { playerId: id, role, reason } }),
  };
}

const suspend = ({ id, username }: Subject): Action => ({
  name: "suspend",
  button: "Suspend",
  title: `Suspend ${username}`,
  description: "No stakes, no deposits and no roles until it is lifted.",
  done: `${username} is suspended.`,
  isGrave: true,
  needsTwo: false,
  send: sendReason("POST /admin/players/{id}/suspend", { id }),
});

const lift = ({ id, username, roles }: Subject): Action => ({
  name: "lift",
  button: "Lift suspension",
  title: `Lift the suspension of ${username}`,
  description: "Stakes, deposits and roles work again at once.",
  done: `The suspension of ${username} is lifted.`,
  isGrave: false,
  needsTwo: roles.some(({ role }) => role === "admin"),
  send: sendReason("POST /admin/players/{id}/lift", { id }),
});

const signOut = ({ id, username }: Subject): Action => ({
  name: "sign-out",
  button: "Sign out everywhere",
  title: `Sign ${username} out everywhere`,
  description: "All sessions of this player end within seconds. The player can sign in again.",
  done: `${username} is signed out everywhere.`,
  hint: "It is written into the log with your name.",
  isGrave: false,
  needsTwo: false,
  send: sendReason("DELETE /admin/players/{id}/sessions", { id }),
});

const resetFactors = ({ id, username }: Subject): Action => ({
  name: "reset-factors",
  button: "Remove second factors",
  title: `Remove the second factors of ${username}`,
  description:
    "For a player who lost them: removes passkeys, app and recovery codes, and ends all sessions. Verify who is asking.",
  done: `${username} has no second factor now, and is signed out everywhere.`,
  isGrave: true,
  needsTwo: false,
  send: sendReason("DELETE /admin/players/{id}/factors", { id }),
});

/** The acts on a player: nobody acts upon themselves, and the settings' admins are changed only there. */
function actionsOn(subject: Subject, own: string): readonly Action[] {
  if (subject.id === own) return [];
  const { roles, suspended } = subject;
  const granted = roles.filter(({ source }) => source === "grant").map(({ role }) => role);
  const isListed = roles.some(({ source }) => source === "settings");
  return [
    ...(suspended ? [lift(subject)] : isListed ? [] : [suspend(subject)]),
    signOut(subject),
    resetFactors(subject),
    ...ROLES.filter((role) => !roles.some((held) => held.role === role)).map((role) => grant(subject, role)),
    ...granted.map((role) => revoke(subject, role)),
  ];
}

function ActionDialog({
  action,
  subject,
  onClose,
}: {
  action: Action;
  subject: Subject;
  onClose: () => void;
}) {
  return (
    <ReasonedActDialog
      name={`${action.name}-${subject.id}`}
      title={action.title}
      description={action.description}
      hint={action.hint ?? "It is written into the log with your name, and the player reads it."}
      action={action.button}
      isProposed={action.needsTwo}
      variant={action.isGrave ? "destructive" : "primary"}
      send={action.send}
      done={() => action.done}
      onClose={onClose}
    />
  );
}

/** What an admin can do about a player, each with a reason. */
export function PlayerActions({ subject }: { subject: Subject }) {
  const { id } = useUser();
  const dialog = useAddressDialog();
  const actions = actionsOn(subject, id);
  const asked = actions.find(({ name }) => name === dialog.act && dialog.on === subject.id);
  if (actions.length === 0)
    return <p className="text-muted text-sm">Another admin has to change your own roles.</p>;
  return (
    <>
      {actions.map(({ name, button, isGrave }) => (
        <Button
          key={name}
          size="sm"
          variant={isGrave ? "destructive" : "secondary"}
          onClick={() => dialog.open(name, subject.id)}
        >
          {button}
        </Button>
      ))}
      {actions.some(({ needsTwo }) => needsTwo) && (
        <p className="basis-full text-muted text-sm">
          {actions
            .filter(({ needsTwo }) => needsTwo)
            .map(({ button }) => `${button}: needs a second admin.`)
            .join(" ")}
        </p>
      )}
      {asked && <ActionDialog action={asked} subject={subject} onClose={dialog.close} />}
    </>
  );
}
