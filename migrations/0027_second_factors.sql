-- Second factors. Personal, so they are beside the log, and go with the identity.
create table second_factors (
  id text collate "C" not null,
  player_id text not null references identities (player_id) on delete cascade,
  name text not null,
  -- of a passkey; null for an authenticator app
  credential_id text unique,
  -- a passkey's public key in base64url, or an app's secret, sealed
  material text not null,
  -- the newest signature count, or the newest step of time whose code was used
  counter bigint not null,
  aaguid text,
  transports text,
  is_synced boolean not null,
  created_at bigint not null,
  last_used_at bigint,
  primary key (player_id, id)
);

-- What passkeys know players by.
create table passkey_handles (
  player_id text primary key references identities (player_id) on delete cascade,
  handle text not null unique
);

-- Those made last count. A code is deleted as it is used.
create table recovery_codes (
  player_id text not null references identities (player_id) on delete cascade,
  code_hash text not null,
  primary key (player_id, code_hash)
);

-- One for each session and purpose, deleted as it is used.
create table factor_challenges (
  session text not null references sessions (token_hash) on delete cascade,
  purpose text not null check (purpose in ('add-passkey', 'step-up', 'totp')),
  -- of an app that is being set up: its secret, sealed
  challenge text not null,
  created_at bigint not null,
  primary key (session, purpose)
);

create table step_ups (
  session text primary key references sessions (token_hash) on delete cascade,
  at bigint not null
);

-- Codes that were sent since the last right one.
create table factor_tries (
  player_id text primary key references identities (player_id) on delete cascade,
  tries integer not null,
  at bigint not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on second_factors, passkey_handles, recovery_codes, factor_challenges, step_ups,
      factor_tries to florin_service;
  end if;
end
$$;
