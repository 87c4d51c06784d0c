-- What a service reported about a post after it had taken it: it reached the customer, or it did not, and why.
alter table service_posts
  add column receipt text check (receipt in ('delivered', 'failed')),
  add column failure text;

-- People who wrote STOP to one of our numbers. Only a keyed hash of their number is stored, so the row names nobody.
create table sms_opt_outs (
  account_id uuid not null references accounts on delete cascade,
  number short_text not null,
  phone_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, number, phone_hash)
);

-- An SMS names its sender by a number. Numbers are compared without spaces and punctuation.
create index customers_by_phone on customers (account_id, regexp_replace(phone, '[^0-9+]', '', 'g')) where phone is not null;
