-- What tells the keys that this database is used with from others of the same name: a service with a wrong key would seal
-- or sign what no right one opens or confirms.

create table known_keys (
  kind text not null check (kind in ('master', 'token', 'head')),
  id text not null,
  -- of a sealing key a keyed hash, of a signing key its public half
  mark text not null,
  primary key (kind, id)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, delete on known_keys to florin_service;
  end if;
end
$$;
