-- Mails that were taken and came back later.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('waiting', 'sent', 'bounced', 'returned', 'given_up', 'dropped'));
