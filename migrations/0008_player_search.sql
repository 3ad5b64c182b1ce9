-- Players by the beginning of their names, in the order of the names: for the console's search. Written at a first
-- sign-in and when a name changes, so that no bet pays for it.
create index identities_name on identities ((left(lower(username collate "C"), 16)) collate "C", player_id collate "C");
