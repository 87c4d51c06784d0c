-- What a site's own server signs its customers' ids with. Both keys are sealed with the install's secret.
create table identity_verification (
  account_id uuid not null references accounts on delete cascade primary key,
  -- From then on nobody is taken for a customer on their word alone.
  required boolean not null default false,
  key_encrypted text not null,
  previous_key_encrypted text,
  previous_key_expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((previous_key_encrypted is null) = (previous_key_expires_at is null))
);
