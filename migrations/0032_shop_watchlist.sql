-- Listings that players watch: personal, and of no consequence for money, so it is in no log.
create table shop_watchlist (
  player_id text not null references identities (player_id) on delete cascade,
  listing bigint not null,
  at bigint not null,
  primary key (player_id, listing)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on shop_watchlist to florin_service;
  end if;
end
$$;
