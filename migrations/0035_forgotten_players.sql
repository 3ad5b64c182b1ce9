-- Players who had everything personal erased: by a keyed hash of their platform account they are the same player again
-- should they come back, with their limits and their balance, and without another welcome credit.
create table forgotten_players (
  player_id text collate "C" primary key,
  trace text not null unique
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on forgotten_players to florin_service;
  end if;
end $$;
