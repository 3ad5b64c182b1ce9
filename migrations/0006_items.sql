-- Who holds which copies of items: found by the copy, where everything else finds holdings by their account. Amounts are
-- in no part of the index, so that the holdings of currencies change as cheaply as before.
create index holdings_copies on holdings (log_id, asset) where asset like 'item:%';

-- Until when one process alone may trade the player's refresh token, which can be used once, for new tokens.
alter table identities add column refreshing_until timestamptz;
