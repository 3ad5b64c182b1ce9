-- Where cash-outs go, sealed. Personal, so it is beside the log, and goes with the identity.
create table cashout_targets (
  cashout_id text collate "C" primary key,
  player_id text not null references identities (player_id) on delete cascade,
  -- the same for the same address of the same player
  target_id text not null,
  address text not null
);
create index cashout_targets_player on cashout_targets (player_id);

-- Payouts at providers: how to find them there, and when to look at them. What came of them is in the log.
create table payouts (
  -- ours
  payout_id text collate "C" primary key,
  -- what the provider calls it, once it has said so
  reference text,
  begun_at bigint not null,
  -- how often it was taken up
  turn bigint not null default 0,
  -- when it is looked at next; null where nothing more is expected
  due_at bigint,
  leased_until timestamptz,
  -- what went wrong at the last look
  trouble text
);
create index payouts_due on payouts (due_at) where due_at is not null;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on cashout_targets, payouts to florin_service;
  end if;
end
$$;
