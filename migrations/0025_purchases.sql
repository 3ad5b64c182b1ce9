-- Refunds that a provider was asked for, or refused; what came of them is read from the provider.
create table purchase_refunds_asked (
  refund_id text collate "C" primary key,
  asked_at bigint not null,
  -- why the provider refused; null where it did not
  refusal text
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on purchase_refunds_asked to florin_service;
  end if;
end
$$;
