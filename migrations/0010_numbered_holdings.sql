-- Holdings get numbers, and entries name theirs by it: a row of numbers is half as long as one of names, and so is the
-- index that leads from an account to its history. `entries` goes on to show them by account and asset.

alter table holdings add column number bigint;

-- The number is that of the entry that opened the holding: position * 65536 + leg. One that has none holds nothing.
update holdings h set number = o.number
  from (select log_id, account, asset, min(position * 65536 + leg) as number from entries group by log_id, account, asset) o
  where o.log_id = h.log_id and o.account = h.account and o.asset = h.asset;
delete from holdings where number is null;

alter table holdings alter column number set not null, add constraint holdings_number unique (log_id, number);

create table holding_entries (
  log_id integer not null,
  holding bigint not null,
  position bigint not null,
  leg integer not null,
  delta bigint not null,
  balance_after bigint not null,
  primary key (log_id, holding, position, leg)
);

insert into holding_entries (log_id, holding, position, leg, delta, balance_after)
  select e.log_id, h.number, e.position, e.leg, e.delta, e.balance_after
  from entries e join holdings h on h.log_id = e.log_id and h.account = e.account and h.asset = e.asset
  order by e.position, e.leg;

drop table entries;

-- An entry whose holding is gone is shown all the same, as nobody's: whoever looks for damage has to see it.
create view entries as
  select e.log_id, e.position, e.leg, h.account, h.asset, e.delta, e.balance_after
  from holding_entries e left join holdings h on h.log_id = e.log_id and h.number = e.holding;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert on holding_entries to florin_service;
    grant select on entries to florin_service;
  end if;
end
$$;
