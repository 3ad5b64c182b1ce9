-- Dollars: counted as the currencies are, and below zero where the house's own side of them is.
alter table holdings drop constraint holdings_least, add constraint holdings_least check (
  amount >= 0
  or (account in ('issuance', 'house') and asset in ('RBX', 'TIX'))
  or (asset = 'USD' and (account = 'house' or account like 'payments:%' or account like 'receivable:%'))
  or (account = 'platform' and amount >= -1 and asset like 'item:%')
);
