-- The reports of a player, newest last: there is a most for a day.
create index chat_reports_reporter on chat_reports (reporter_id, created_at);
