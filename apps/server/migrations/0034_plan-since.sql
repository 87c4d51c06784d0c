-- Since when the account has its plan. A plan's message retention applies to messages written since then.
alter table accounts add column plan_since timestamptz(3) not null default now();

create function note_plan_change() returns trigger language plpgsql as $$
begin
  new.plan_since := now();
  return new;
end
$$;
-- Here and not in the server, because operators change plans by hand.
create trigger accounts_plan_changed before update of subscription_plan on accounts
  for each row when (old.subscription_plan <> new.subscription_plan) execute function note_plan_change();
