-- The email of an archived teammate can be invited and registered again.
alter table users drop constraint users_email_key;
create unique index users_by_email on users (email) where archived_at is null;
create index users_archived_by_email on users (email) where archived_at is not null;
