-- Marks of the keys that this database is used with. A service with another key under the same name does not start: it
-- would seal seeds that the right key cannot open, and sign heads that it does not confirm.

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
