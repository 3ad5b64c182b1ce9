-- Payments at providers, beside the log: how to find them there, when to look at them, and what was sent about them.
-- What came of them is in the log.

create table payment_checkouts (
  -- ours
  payment_id text collate "C" primary key,
  -- who is told what the provider says of it
  purpose text not null,
  provider text not null,
  -- what the provider calls it
  reference text not null,
  url text not null,
  expires_at bigint not null,
  created_at bigint not null,
  -- of readings that were begun; a reading that is not the newest counts for nothing
  readings bigint not null default 0,
  -- when it is read next; null where nothing more is expected unless a webhook says so
  due_at bigint,
  leased_until timestamptz,
  -- of webhooks about it, so that one that came during a reading leads to another
  hints bigint not null default 0,
  unique (provider, reference)
);
create index payment_checkouts_due on payment_checkouts (due_at) where due_at is not null;

create table payment_hints (
  provider text not null,
  event_id text collate "C" not null,
  type text not null,
  -- the payment it is about; null for something else
  reference text,
  raw bytea not null,
  received_at bigint not null,
  primary key (provider, event_id)
);
create index payment_hints_received on payment_hints (received_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on payment_checkouts, payment_hints to florin_service;
  end if;
end
$$;
