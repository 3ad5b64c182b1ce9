-- The listings that most looked at, without counting all of them.
create index listing_views_popular on listing_views (views, listing);
