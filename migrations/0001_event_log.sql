-- The log: one head row, events with their postings, and the blocks that chain them.

create table log_heads (
  log_id integer primary key,
  position bigint not null,
  block bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  -- milliseconds since 1970 UTC of the newest event; never falls
  recorded_at bigint not null
) with (fillfactor = 10);

insert into log_heads (log_id, position, block, hash, recorded_at)
values (1, 0, 0, decode(repeat('00', 32), 'hex'), 0);

create table events (
  log_id integer not null,
  position bigint not null check (position > 0),
  stream text not null,
  version bigint not null check (version > 0),
  type text not null,
  schema_version integer not null check (schema_version > 0),
  event_id text not null,
  command_id text not null,
  actor text not null,
  recorded_at bigint not null,
  -- canonical JSON (RFC 8785): the hashed truth
  payload text not null,
  -- the postings, leg by leg
  accounts text[] not null,
  assets text[] not null,
  deltas bigint[] not null,
  leaf bytea not null check (octet_length(leaf) = 32),
  primary key (log_id, position),
  unique (log_id, stream, version)
);

create table blocks (
  log_id integer not null,
  number bigint not null,
  from_position bigint not null,
  to_position bigint not null check (to_position >= from_position),
  previous bytea not null,
  root bytea not null,
  hash bytea not null,
  primary key (log_id, number),
  unique (log_id, to_position)
);

-- What was answered to each accepted command, so that a retry hears the same.
create table commands (
  command_id text primary key,
  request_hash bytea not null,
  position bigint not null,
  answer text not null
);

create table signed_heads (
  log_id integer not null,
  number bigint not null,
  to_position bigint not null,
  hash bytea not null,
  signed_at bigint not null,
  signature bytea not null,
  key_id text not null,
  primary key (log_id, number, key_id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log is immutable: % on % is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger events_immutable before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger blocks_immutable before update or delete or truncate on blocks
  for each statement execute function refuse_change();
create trigger commands_immutable before update or delete or truncate on commands
  for each statement execute function refuse_change();
create trigger signed_heads_immutable before update or delete or truncate on signed_heads
  for each statement execute function refuse_change();
