-- Addresses and mails. Personal, so they are beside the log, sealed, and go with the identity.

create table email_addresses (
  player_id text primary key references identities (player_id) on delete cascade,
  -- sealed
  address text not null,
  -- of the token that confirmed it: the same token again changes nothing
  token_hash bytea not null,
  verified_at bigint not null,
  -- when the server of the address refused it for good
  bounced_at bigint
);

-- Addresses that their owners have yet to confirm, the newest of each player.
create table email_confirmations (
  player_id text primary key references identities (player_id) on delete cascade,
  -- sealed
  address text not null,
  token_hash bytea not null,
  expires_at bigint not null
);

create table mails (
  -- the Message-ID is made of it
  id text collate "C" primary key,
  kind text not null,
  -- of the event that it tells of; null where it tells of none
  position bigint,
  player_id text not null references identities (player_id) on delete cascade,
  -- sealed: what no event holds, until the mail has left
  content text,
  -- keyed hash of an address that its owner has yet to confirm, to count what is sent there
  address_key bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'bounced', 'given_up', 'dropped')),
  attempts integer not null default 0,
  created_at bigint not null,
  due_at bigint not null,
  leased_until timestamptz,
  ended_at bigint,
  unique (position, kind, player_id)
);
create index mails_due on mails (due_at) where state = 'waiting';
create index mails_player on mails (player_id, created_at);
create index mails_address on mails (address_key, created_at) where address_key is not null;
create index mails_ended on mails (ended_at) where ended_at is not null;

-- Up to where mails were made of the log. It begins at the head: what was imported or is older is not told.
create table mail_checkpoints (
  log_id integer primary key,
  position bigint not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on email_addresses, email_confirmations, mails, mail_checkpoints
      to florin_service;
  end if;
end
$$;
