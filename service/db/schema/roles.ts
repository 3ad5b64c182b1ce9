import { identifier, type OpenDatabase } from "#service/db/database.ts";
import { waitForTurn } from "./migrate.ts";

/** The service's role: it may append to the log, never change it. Migrations grant it its rights. */
export const serviceRole = "florin_service";

/**
 * Creates the service's role, which cannot log in by itself, and lets the current user take it on; does nothing if that
 * is done. Returns false when the current user may neither create nor take on the role: then an administrator has to.
 * Call it before the migrations, since they grant to the role.
 */
export async function ensureServiceRole(db: OpenDatabase): Promise<boolean> {
  const role = identifier(serviceRole);
  await db.transaction((tx) => tx.script(createRoleText(role)));
  if (await mayTakeOn(db, role)) return true;
  await db.transaction((tx) => tx.script(grantRoleText(role)));
  return mayTakeOn(db, role);
}

/**
 * Gives the service's role the read models that the current user owns, as after a restore without owners: it could
 * neither read nor drop them. Call it as a user who may take on the role. Concurrent processes wait for one another:
 * the next one finds nothing to give, and no table that the first one drops meanwhile.
 */
export async function giveReadModels(db: OpenDatabase): Promise<void> {
  const text = `do $$ declare name regclass; begin
    for name in select oid from pg_class where relnamespace = to_regnamespace('read_models') and relkind = 'r'
      and relowner = (select oid from pg_roles where rolname = current_user)
    loop execute format('alter table %s owner to ${identifier(serviceRole)}', name); end loop; end $$`;
  await db.transaction(async (tx) => {
    await waitForTurn(tx);
    await tx.script(text);
  });
}

// Roles belong to the whole server: two databases may create the same one at the same time.
function createRoleText(role: string): string {
  return `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$`;
}

// Since version 16 the creator of a role may grant it, but not yet take it on.
function grantRoleText(role: string): string {
  return `do $$ begin
    if exists (select from pg_roles where rolname = '${role}') then execute format('grant ${role} to %I', current_user); end if;
  exception when insufficient_privilege or unique_violation then null; end $$`;
}

// MEMBER tells on every version whether SET ROLE is granted, but 16 and newer can withhold that: for them, SET tells.
async function mayTakeOn(db: OpenDatabase, role: string): Promise<boolean> {
  const [row] = await db.query<{ may: boolean }>(
    `select coalesce(bool_or(pg_has_role(current_user, oid,
       case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)), false) as may
     from pg_roles where rolname = $1`,
    [role],
  );
  return row?.may ?? false;
}
