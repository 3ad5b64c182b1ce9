-- Run once by the image of PostgreSQL as its superuser, when the database is made: see compose.yml.
-- The service's account owns its database and is nothing more. It takes on florin_service, which may only append to the log.
\getenv password FLORIN_DATABASE_PASSWORD
create role florin_service nologin;
create role florin login password :'password' nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
grant florin_service to florin;
create database florin owner florin;
revoke connect, temporary on database florin from public;
