-- Refunds that their buyers have to claim, and where: what came of them is read from the provider.
create table payment_offers (
  refund_id text collate "C" primary key,
  payment_id text collate "C" not null,
  -- what the provider calls it
  reference text not null,
  url text not null
);
create index payment_offers_payment on payment_offers (payment_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on payment_offers to florin_service;
  end if;
end
$$;
