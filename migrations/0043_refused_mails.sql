-- Why a mail was not taken, in the codes of the server and never in its words, which repeat the address; null for
-- mails that left. Who had one tried again.
alter table mails add column last_error text;
alter table mails add column retried_by text;
update mails set last_error = 'unknown' where state in ('bounced', 'given_up');
-- What admins look at: few mails, the newest first.
create index mails_not_taken on mails (id desc) where last_error is not null;
