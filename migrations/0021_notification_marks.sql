-- Two notices may be of one event: a read one is named. Up to a mark everything was read.
alter table notification_reads add column name text not null default '';
alter table notification_reads drop constraint notification_reads_pkey;
alter table notification_reads add primary key (player_id, position, name);

create table notification_marks (
  player_id text primary key references identities (player_id) on delete cascade,
  up_to bigint not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update on notification_marks to florin_service;
    grant delete on notification_reads to florin_service;
  end if;
end
$$;
