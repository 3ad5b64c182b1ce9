-- What the service may do where it runs under a role of its own: append to the log, never change it.
do $$
begin
  if exists (select from pg_roles where rolname = 'florin_service') then
    grant usage on schema public to florin_service;
    grant select, insert on events, blocks, commands, signed_heads to florin_service;
    grant select, insert, update on log_heads, holdings to florin_service;
    grant select, insert on entries to florin_service;
    grant select, insert, update, delete on
      identities, sessions, sealed_seeds, snapshots, projections to florin_service;
    grant select on florin_migrations to florin_service;
    grant usage, create on schema read_models to florin_service;
  end if;
end
$$;
