-- Who looked at a listing on which day, and how often that was: of no consequence for money, so it is in no log.
create table listing_viewers (
  listing bigint not null,
  player_id text collate "C" not null,
  day integer not null,
  primary key (listing, player_id)
);
create table listing_views (
  listing bigint primary key,
  views bigint not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on listing_viewers, listing_views to florin_service;
  end if;
end
$$;
