-- Where each projection stands. The read models themselves live in their own schema, one set of tables for each
-- generation, made and dropped by the projections.

create schema read_models;

create table projections (
  name text not null,
  generation integer not null,
  version integer not null,
  log_id integer not null,
  position bigint not null,
  -- the generation that answers questions; at most one of a name
  active boolean not null,
  -- the projector goes no further than this while it is set
  stop_at bigint,
  lease_owner text,
  lease_epoch bigint not null default 0,
  lease_until timestamptz,
  moved_at timestamptz not null default now(),
  error text,
  primary key (name, generation)
);
create unique index projections_active on projections (name) where active;
