-- How players like to pay and to be paid, sealed. Personal, so it is beside the log, and goes with the identity.
create table payment_methods (
  method_id text collate "C" primary key,
  player_id text not null references identities (player_id) on delete cascade,
  method text not null check (method in ('paypal', 'cashapp', 'stripe', 'crypto')),
  -- JSON, sealed; null where there is nothing to know
  details text,
  is_default boolean not null,
  created_at bigint not null
);
create index payment_methods_player on payment_methods (player_id);
create unique index payment_methods_default on payment_methods (player_id) where is_default;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on payment_methods to florin_service;
  end if;
end
$$;
