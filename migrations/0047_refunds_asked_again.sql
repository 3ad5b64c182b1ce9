-- A refund is asked for until it has gone back: how often it was asked for and refused, and when it is next.
alter table purchase_refunds_asked
  add column asks integer not null default 1,
  add column refusals integer not null default 0,
  -- null once it was asked for so often that an admin has to look
  add column next_at bigint,
  -- what had gone back of its purchase, in cents, when nothing waited any more: where less has, a refund failed since
  add column over_at_refunded bigint;

-- What was refused is asked for again, and what was taken is looked at: it may have failed since.
update purchase_refunds_asked set refusals = case when refusal is null then 0 else 1 end, next_at = asked_at;
