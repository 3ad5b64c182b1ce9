-- Who is here, for their friends: the day on which somebody was here last, and, while a live stream of theirs is open,
-- until when that holds. Nothing more exact is kept. Personal, so it goes with the identity.
create table presence_days (
  player_id text primary key references identities (player_id) on delete cascade,
  day integer not null
);
create index presence_days_old on presence_days (day);

create table presence_leases (
  player_id text not null references identities (player_id) on delete cascade,
  process text not null,
  until bigint not null,
  primary key (player_id, process)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on presence_days, presence_leases to florin_service;
  end if;
end
$$;
