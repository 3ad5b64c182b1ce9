-- What the operator asked of everybody who plays at the last start: where it is something else, all sessions end.
create table house_terms (one boolean primary key check (one), terms text not null);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, update on house_terms to florin_service;
  end if;
end $$;
