-- Entries are kept in runs: what one batch did to one holding is a row, where each leg was one. Most of what an entry
-- cost was its own row and its own place in the index; `holding_entries` and `entries` go on to show them one by one.

create table entry_runs (
  log_id integer not null,
  holding bigint not null,
  -- the number of the run's first entry: position * 65536 + leg
  first_entry bigint not null,
  -- for each entry, in the order of the log: how far its number is from the first one's, its delta and the balance
  -- after it
  entries bigint[] not null,
  primary key (log_id, holding, first_entry),
  constraint entry_runs_shape check (coalesce(
    first_entry >= 0 and array_ndims(entries) = 2 and array_lower(entries, 1) = 1 and array_upper(entries, 1) <= 64
    and array_lower(entries, 2) = 1 and array_upper(entries, 2) = 3 and entries[1][1] = 0, false))
);

insert into entry_runs (log_id, holding, first_entry, entries)
  select log_id, holding, first_entry, array_agg(array[number - first_entry, delta, balance_after] order by number)
  from (
    select *, min(number) over (partition by log_id, holding, run) as first_entry
    from (
      select log_id, holding, position * 65536 + leg as number, delta, balance_after,
        (row_number() over (partition by log_id, holding order by position, leg) - 1) / 64 as run
      from holding_entries
    ) e
  ) e
  group by log_id, holding, first_entry
  order by first_entry;

drop view entries;
drop table holding_entries;

-- An entry whose number is none is shown without a place, for the same reason as below.
create view holding_entries as
  select r.log_id, r.holding, number >> 16 as position, (number & 65535)::int as leg, r.entries[i][2] as delta,
    r.entries[i][3] as balance_after
  from entry_runs r cross join generate_subscripts(r.entries, 1) as i cross join lateral (
    select case when r.first_entry >= 0 and r.entries[i][1] <= 9223372036854775807 - r.first_entry
      then r.first_entry + r.entries[i][1] end as number
  ) n;

-- An entry whose holding is gone is shown all the same, as nobody's: whoever looks for damage has to see it.
create view entries as
  select e.log_id, e.position, e.leg, h.account, h.asset, e.delta, e.balance_after
  from holding_entries e left join holdings h on h.log_id = e.log_id and h.number = e.holding;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert on entry_runs to florin_service;
    grant select on holding_entries, entries to florin_service;
  end if;
end
$$;
