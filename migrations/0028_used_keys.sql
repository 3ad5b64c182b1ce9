-- Ids of requests that were carried out beside the log, such as messages of the chat: under such an id nothing is appended.

create table used_keys (
  command_id text primary key,
  request_hash bytea not null
);

insert into used_keys (command_id, request_hash)
  select command_id, request_hash from chat_messages where starts_with(command_id, 'key_');

-- Once a batch. It fails as an id that the log has already does, so that the writer looks up what was answered.
create function refuse_used_keys() returns trigger language plpgsql as $$
begin
  if exists (select from added join used_keys using (command_id)) then
    raise exception 'a command has the id of another request' using errcode = 'unique_violation';
  end if;
  return null;
end
$$;
create trigger commands_have_own_keys after insert on commands
  referencing new table as added for each statement execute function refuse_used_keys();

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, delete on used_keys to florin_service;
  end if;
end
$$;
