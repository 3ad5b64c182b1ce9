-- Nightly comparisons of our books with the providers' lists, and what differed. Nothing is ever posted for it.
create table payment_checks (
  night text primary key,
  leased_until timestamptz,
  finished_at bigint,
  found integer not null default 0,
  -- which provider could not be asked; null where all could
  trouble text
);

create table payment_differences (
  night text not null,
  provider text not null,
  reference text collate "C" not null,
  payment_id text collate "C",
  what text not null,
  ours bigint not null,
  theirs bigint not null,
  primary key (night, provider, reference)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on payment_checks, payment_differences to florin_service;
  end if;
end
$$;
