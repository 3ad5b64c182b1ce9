-- Where each projection stands. The read models themselves live in their own schema, one set of tables for each
-- generation, made and dropped by the projections.

create schema read_models;

create table projections (
  name text not null,
  generation integer not null,
  version integer not null,
  -- what this generation's tables are called, to drop them by
  tables text[] not null,
  log_id integer not null,
  position bigint not null,
  -- the generation that answers questions; at most one of a name
  active boolean not null,
  -- the projector goes no further than this while it is set
  stop_at bigint,
  lease_owner text,
  -- rises with each new owner, so that a late write of the one before is refused
  lease_epoch bigint not null default 0,
  lease_until timestamptz,
  moved_at timestamptz not null default now(),
  -- set when another generation took over; its tables are dropped some time later
  retired_at timestamptz,
  -- why the projection has stopped
  error text,
  primary key (name, generation)
) with (fillfactor = 50);
create unique index projections_active on projections (name) where active;
