-- Copies in custody that the platform showed at a player: the house does not have what its books say it keeps.
create table custody_sightings (
  copy text primary key,
  -- At whom it was seen last. What is missing stays missing when that player is forgotten.
  player_id text references identities (player_id) on delete set null,
  -- Milliseconds.
  first_seen_at bigint not null,
  last_seen_at bigint not null
);
create index custody_sightings_player on custody_sightings (player_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on custody_sightings to florin_service;
  end if;
end $$;
