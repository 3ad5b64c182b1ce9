-- Idempotency keys of every call that changes something beside the log: whose they are, so that they are erased with the
-- player, and what a repetition is answered from (ids and counts, nothing personal). No foreign key: its share lock on the
-- player's row would deadlock with two changes that lock that row for themselves.

alter table used_keys add column owner text, add column answer text;

update used_keys k set owner = m.player_id
  from chat_messages m join identities i on i.player_id = m.player_id where m.command_id = k.command_id;

create index used_keys_of_owner on used_keys (owner) where owner is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant update on used_keys to florin_service;
  end if;
end
$$;
