-- Emails are compared in one Unicode form from now on. Rows whose new form another user already has keep theirs.
update users set email = lower(normalize(email, NFKC))
where email <> lower(normalize(email, NFKC))
  and not exists (select from users other where other.email = lower(normalize(users.email, NFKC)));
update user_invitations set email = lower(normalize(email, NFKC)) where email <> lower(normalize(email, NFKC));
