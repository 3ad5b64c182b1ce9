-- What another log owes to this one, below zero where this one owes: currencies move between logs, and nothing else.
create or replace function holding_may_be(account text, asset text, amount bigint) returns boolean
  language sql immutable parallel safe
  return (amount >= 0 and (amount <= 1 or asset not like 'item:%'))
    or ((account in ('issuance', 'house') or account like 'peer:%') and asset in ('RBX', 'TIX'))
    or (asset = 'USD' and (account = 'house' or account like 'payments:%' or account like 'receivable:%'))
    or (account = 'platform' and amount = -1 and asset like 'item:%');
