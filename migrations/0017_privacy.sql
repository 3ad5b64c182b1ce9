-- What players let others see of them. Personal, so it is beside the log, and goes with the identity.
alter table identities
  add column profile text not null default 'public' check (profile in ('public', 'friends', 'hidden')),
  add column activity text not null default 'public' check (activity in ('public', 'friends', 'hidden')),
  -- whether friends see when they are here
  add column presence boolean not null default true,
  -- whether others may ask to be friends
  add column requests boolean not null default true;
