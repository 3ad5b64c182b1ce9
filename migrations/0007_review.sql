-- Beside the log, so that a person can be forgotten without touching the chain: the addresses of trades, which name an
-- account of the platform, and what a player has read.
create table deposit_trades (
  deposit_id text primary key,
  player_id text not null references identities (player_id) on delete cascade,
  trade_url text not null
);

create table notification_reads (
  player_id text not null references identities (player_id) on delete cascade,
  position bigint not null,
  read_at bigint not null,
  primary key (player_id, position)
);

-- Who looked at whose data. Written before the answer is given, and never changed.
create table admin_reads (
  id text collate "C" primary key,
  at bigint not null,
  actor_id text not null,
  subject_id text not null,
  what text not null,
  request_id text not null
);
create index admin_reads_subject on admin_reads (subject_id, id);

create function refuse_admin_read_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was looked at is only ever added to';
end
$$;
create trigger admin_reads_only_grow before update or delete on admin_reads
  for each row execute function refuse_admin_read_change();
create trigger admin_reads_stay before truncate on admin_reads
  for each statement execute function refuse_admin_read_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, delete on deposit_trades to florin_service;
    grant select, insert on notification_reads, admin_reads to florin_service;
  end if;
end
$$;
