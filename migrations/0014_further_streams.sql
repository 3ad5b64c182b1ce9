-- An event is of one stream, and may be folded into further ones: it names them, and has a row for each, by which such a
-- stream finds it. An event of one stream has neither.

alter table events add column also_in text[] check (cardinality(also_in) > 0);

create table event_streams (
  log_id integer not null,
  stream text not null,
  position bigint not null,
  primary key (log_id, stream, position)
);

create trigger event_streams_immutable before update or delete or truncate on event_streams
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert on event_streams to florin_service;
  end if;
end
$$;
