-- Keys that must survive the loss of the secret key. Opted-out emails and phone numbers are stored as hashes that these keys made:
-- with other keys nobody would find them, and people who opted out would be written to again.
create table kept_keys (
  purpose text primary key,
  key bytea not null
);
