-- Sessions are listed to their player: by a name of their own, since the hash of a token is shown to nobody, and by what
-- kind of program they were begun with.
alter table sessions add column id text;
update sessions set id = 's_' || substr(encode(sha256(convert_to('session ' || token_hash, 'UTF8')), 'hex'), 1, 32);
alter table sessions alter column id set not null;
alter table sessions add column client text not null default 'Unknown program';
create unique index sessions_id on sessions (id);
