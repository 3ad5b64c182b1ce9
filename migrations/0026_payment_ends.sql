-- When a payment was given up, so that what its buyer has only approved is not taken any more; and what came of it as
-- far as it was read: a provider that says less than before is not believed.
alter table payment_checkouts
  add column closed_at bigint,
  add column received bigint not null default 0;
