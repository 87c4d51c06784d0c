-- An invitation's token is no longer its id, and only its hash is stored. Links that were handed out before still work.
alter table user_invitations
  add column token_hash bytea unique,
  add column max_uses integer check (max_uses between 1 and 1000),
  add column uses integer not null default 0;
update user_invitations set token_hash = sha256(convert_to(id::text, 'UTF8')), id = gen_random_uuid();
alter table user_invitations alter column token_hash set not null;
