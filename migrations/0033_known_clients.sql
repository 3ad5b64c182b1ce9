-- What players have signed in with, to tell them of anything new: keyed hashes, which say nothing by themselves.
create table known_clients (
  player_id text not null references identities (player_id) on delete cascade,
  mark text not null,
  -- when it was signed in with last
  at bigint not null,
  primary key (player_id, mark)
);
-- When the player had signed in before, whatever with.
alter table sessions add column previous_at bigint;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on known_clients to florin_service;
  end if;
end
$$;
