-- When the person behind a session last told the platform who they are because we asked; null where nobody asked.
alter table sessions add column fresh_at bigint;

-- Sign-ins that were asked for as fresh and came back, so that a copy of one makes no second session.
create table fresh_sign_ins (
  state_hash text collate "C" primary key,
  used_at bigint not null
);
create index fresh_sign_ins_used on fresh_sign_ins (used_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant select, insert, delete on fresh_sign_ins to florin_service;
  end if;
end
$$;
