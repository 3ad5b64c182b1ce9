-- A silence of a running round: when it was last served before, and since when it is served again, by the rounds' clock
-- in milliseconds. Kept until what follows from it is in the log, whichever process sees to that.
alter table round_beats
  add column silent_from bigint,
  add column served_again_at bigint;
