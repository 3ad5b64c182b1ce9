-- The two read models that every command must check: kept in the transaction that appends.

create table holdings (
  log_id integer not null,
  account text not null,
  asset text not null,
  amount bigint not null,
  primary key (log_id, account, asset),
  constraint holdings_least check (
    amount >= 0
    or (account in ('issuance', 'house') and asset in ('RBX', 'TIX'))
    or (account = 'platform' and amount >= -1 and asset like 'item:%')
  ),
  constraint holdings_copies check (asset not like 'item:%' or amount <= 1)
) with (fillfactor = 50);

create table entries (
  log_id integer not null,
  position bigint not null,
  leg integer not null,
  account text not null,
  asset text not null,
  delta bigint not null,
  balance_after bigint not null,
  primary key (log_id, account, asset, position, leg)
);
