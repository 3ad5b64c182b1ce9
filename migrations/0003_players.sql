-- Who a player is, outside the log, so that a person can be forgotten without touching the chain.

create table identities (
  player_id text primary key,
  platform_id text not null unique,
  username text not null,
  display_name text not null,
  email text,
  profile_image_url text,
  is_verified boolean not null default false,
  -- sealed; null when the platform gave none
  access_token text,
  refresh_token text,
  token_expires_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);

create table sessions (
  token_hash text primary key,
  player_id text not null references identities (player_id) on delete cascade,
  created_at bigint not null,
  last_seen_at bigint not null
);
create index sessions_player on sessions (player_id);

-- Server seeds, sealed with the master key until their pair is revealed.
create table sealed_seeds (
  commitment text primary key,
  owner text not null,
  pair integer not null,
  sealed text not null
);
create index sealed_seeds_owner on sealed_seeds (owner, pair);

-- Folded streams, to spare a long fold; never trusted over the events.
create table snapshots (
  log_id integer not null,
  stream text not null,
  version bigint not null,
  position bigint not null,
  fold_version integer not null,
  state text not null,
  primary key (log_id, stream)
);
