-- What makes the traces of forgotten players: drawn once, and sealed, so that the keys for tokens can be changed.
create table forgotten_key (
  one boolean primary key default true check (one),
  sealed text not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update on forgotten_key to florin_service;
  end if;
end $$;
