-- One row for each night's check of the log: who runs it, and what it found.
create table nightly_checks (
  log_id integer not null,
  -- the date in UTC on which the night began, as 2026-01-31
  night text collate "C" not null,
  owner text not null,
  -- by the database's clock; whoever finds it past may take the check over
  lease_until timestamptz not null,
  attempts integer not null default 1,
  began_at bigint not null,
  finished_at bigint,
  -- how far the log was verified
  position bigint,
  -- what is wrong, in one sentence
  problem text,
  primary key (log_id, night)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on nightly_checks to florin_service;
  end if;
end
$$;
