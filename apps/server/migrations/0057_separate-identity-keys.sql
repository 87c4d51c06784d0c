-- `userHash` and `identityToken` get separate keys. With one key for both, a person who may choose their own id gets a
-- signature for a token of their making. Tokens signed with the old key stay valid for a while, so that sites can move.
alter table identity_verification
  add column token_key_encrypted text,
  add column previous_token_key_encrypted text,
  add column shared_key_expires_at timestamptz(3);
update identity_verification set shared_key_expires_at = now() + interval '30 days';
