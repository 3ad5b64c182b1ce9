-- Checks of ages at a verification service, one open for each player. What came of one is in the log.
create table age_checks (
  reference text primary key,
  player_id text not null,
  -- Null until the service has answered.
  check_id text,
  url text,
  text_version int not null,
  -- Milliseconds. A check is read when it is due; one that ended never is.
  begun_at bigint not null,
  due_at bigint,
  readings int not null default 0,
  outcome text
);
create unique index age_checks_open on age_checks (player_id) where due_at is not null;
create index age_checks_due on age_checks (due_at) where due_at is not null;
create index age_checks_player on age_checks (player_id, begun_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on age_checks to florin_service;
  end if;
end $$;
