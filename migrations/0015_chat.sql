-- What people say to each other. It is personal and can be erased, so it is beside the log; what moderators do about it is
-- in the log, without texts.

create table chat_rooms (
  id text primary key,
  -- of the newest message; locked by whoever writes one, so that numbers have no gap and follow the commits
  seq bigint not null,
  -- rises with every change, of older messages too
  version bigint not null,
  -- of the newest message, in milliseconds; never falls
  written_at bigint not null
) with (fillfactor = 10);

insert into chat_rooms (id, seq, version, written_at) values ('global', 0, 0, 0);

create table chat_messages (
  room_id text not null references chat_rooms (id),
  seq bigint not null check (seq > 0),
  id text collate "C" not null unique,
  player_id text collate "C" not null,
  -- of the request that wrote it: the same one again changes nothing
  command_id text not null unique,
  request_hash bytea not null,
  type text not null check (type in ('chat', 'system', 'bet')),
  text text not null,
  -- letters and digits alone: texts with the same are the same
  likeness text not null,
  -- the hash of the text in the log is salted with it
  salt text not null,
  reply_to text collate "C",
  -- JSON: [[start, end, player]]
  mentions text not null,
  created_at bigint not null,
  edited_at bigint,
  -- when its author took it back; what moderators remove is in the log
  deleted_at bigint,
  primary key (room_id, seq)
);
create index chat_messages_author on chat_messages (player_id, seq);
create index chat_messages_time on chat_messages (created_at);

-- What a message said before it was changed, for moderators.
create table chat_edits (
  message_id text collate "C" not null references chat_messages (id) on delete cascade,
  number integer not null,
  text text not null,
  written_at bigint not null,
  primary key (message_id, number)
);

create table chat_reports (
  id text collate "C" primary key,
  message_id text collate "C" not null references chat_messages (id) on delete cascade,
  reporter_id text collate "C" not null,
  reason text not null,
  -- as it was when it was reported
  text text not null,
  created_at bigint not null,
  unique (message_id, reporter_id)
);

-- Up to where players have read.
create table chat_reads (
  player_id text not null references identities (player_id) on delete cascade,
  room_id text not null,
  seq bigint not null,
  primary key (player_id, room_id)
);

-- Whoever is forgotten leaves their place in the room, and nothing that they wrote.
create function forget_chat() returns trigger language plpgsql as $$
begin
  delete from chat_reports where reporter_id = old.player_id
    or message_id in (select id from chat_messages where player_id = old.player_id);
  delete from chat_edits where message_id in (select id from chat_messages where player_id = old.player_id);
  update chat_messages set text = '', likeness = '', salt = '', mentions = '[]',
    deleted_at = coalesce(deleted_at, created_at) where player_id = old.player_id;
  return old;
end
$$;
create trigger identities_forget_chat before delete on identities
  for each row execute function forget_chat();

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, update on chat_rooms to florin_service;
    grant select, insert, update, delete on chat_messages, chat_edits, chat_reports, chat_reads to florin_service;
  end if;
end
$$;
