-- Which process serves a round that runs, and when it last said so, by the rounds' clock in milliseconds. No part of
-- the log: what follows from a silence is an event.
create table round_beats (
  round_id text collate "C" primary key,
  process text not null,
  at bigint not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on round_beats to florin_service;
  end if;
end
$$;
