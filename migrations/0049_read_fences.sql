-- Where read models are in a database that follows the log by logical replication: a number that rises here and is
-- waited for there, so that a question sees what was written beside the log before it.

create table read_fences (
  log_id integer primary key,
  number bigint not null
) with (fillfactor = 10);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update on read_fences to florin_service;
  end if;
end
$$;
