-- What an account has at Stripe. Stripe's record decides; this one follows it.
create table account_billing (
  account_id uuid primary key references accounts on delete cascade,
  stripe_customer_id text unique,
  stripe_subscription_id text unique,
  stripe_product_id text,
  stripe_default_payment_method_id text,
  -- Stripe's word for it: trialing, active, past_due and so on.
  subscription_status text,
  -- Set once: an account gets one trial.
  trial_used_at timestamptz(3),
  -- The first failed payment since the last one that succeeded.
  payment_failed_at timestamptz(3),
  -- Grows with each change of this row, so that a late reader of Stripe does not overwrite a newer state.
  version integer not null default 0,
  -- Grows with each change whose outcome is known. A repeated change sends the same idempotency key to Stripe.
  attempt integer not null default 0,
  -- One change at a time. A killed process loses it.
  leased_by uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index account_billing_unpaid on account_billing (payment_failed_at) where payment_failed_at is not null;
