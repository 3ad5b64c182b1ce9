-- What each running process asks of everybody who plays: while they differ, as at a rolling start, the strictest holds.
create table house_terms_leases (
  process text primary key,
  age_gate text not null,
  blocked_regions text[] not null,
  -- Milliseconds.
  until bigint not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update, delete on house_terms_leases to florin_service;
  end if;
end $$;
