-- Search

-- The words by which a customer is found, and pairs of their metadata (`plan:gold`).
-- The account's id is one of the words, so a search in the index finds only this account's customers. A pair starts with
-- the beginning of the account's id: otherwise the index would compare each pair with all customers of the account.
create function customer_terms(account_id uuid, name text, email text, phone text, external_id text, metadata jsonb)
returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', public.searchable(concat_ws(' ', name, email, phone, external_id)))
    || array_to_tsvector(array[account_id::text])
    -- A tsvector has a maximum size. A longer pair is found by its beginning.
    || array_to_tsvector(array(
      select left(account_id::text, 8) || '/' || lower(left(pair.key || ':' || pair.value, 200))
      from jsonb_each_text(metadata) as pair where pair.value is not null limit 100))
$$;

-- A table of its own: each visit updates the customer's row, and neither the words nor their index should pay for that.
create table customer_search (
  account_id uuid not null,
  customer_id uuid not null,
  terms tsvector not null,
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
);
create index customer_search_by_terms on customer_search using gin (terms) with (gin_pending_list_limit = 512);

-- Once for all rows of a statement: an import inserts hundreds at a time.
create function index_new_customers() returns trigger language plpgsql as $$
begin
  insert into customer_search (account_id, customer_id, terms)
  select account_id, id, customer_terms(account_id, name, email, phone, external_id, metadata) from added;
  return null;
end
$$;
create trigger customers_indexed after insert on customers
  referencing new table as added for each statement execute function index_new_customers();

create function index_changed_customer() returns trigger language plpgsql as $$
begin
  update customer_search
  set terms = customer_terms(new.account_id, new.name, new.email, new.phone, new.external_id, new.metadata)
  where account_id = new.account_id and customer_id = new.id;
  return null;
end
$$;
-- A widget sends the same facts with every page, so most updates change nothing here.
create trigger customers_reindexed after update on customers for each row
  when ((old.name, old.email, old.phone, old.external_id, old.metadata)
    is distinct from (new.name, new.email, new.phone, new.external_id, new.metadata))
  execute function index_changed_customer();

-- A saved filter over customers. Its tags and companies may be deleted later; then they match nobody.
create table segments (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  creator_id bigint,
  name short_text not null,
  filter json_map not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, name),
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index segments_of_creator on segments (account_id, creator_id) where creator_id is not null;

-- Import

-- A file of customers. The file store keeps its bytes until it is done. This row has the settings for reading it and the
-- progress. After a restart reading continues after rows_read. A new run stops an earlier one.
create table customer_imports (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  user_id bigint,
  filename short_text not null,
  file_key text not null,
  size bigint not null,
  encoding text not null check (encoding in ('utf8', 'utf16le', 'utf16be', 'latin1')),
  delimiter text not null,
  columns jsonb not null default '[]' check (jsonb_typeof(columns) = 'array'),
  mapping jsonb not null default '[]' check (jsonb_typeof(mapping) = 'array'),
  status text not null default 'uploaded'
    check (status in ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed')),
  run bigint not null default 0,
  rows_read bigint not null default 0,
  bytes_read bigint not null default 0,
  created_count bigint not null default 0,
  updated_count bigint not null default 0,
  skipped_count bigint not null default 0,
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  failure text,
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index customer_imports_by_time on customer_imports (account_id, created_at desc, id desc);
create index customer_imports_of_user on customer_imports (account_id, user_id) where user_id is not null;

-- The customers of earlier lines, so that a later line about the same person is recognised. They are in the database
-- because a file can contain more of them than memory should hold.
create table customer_import_keys (
  account_id uuid not null,
  import_id uuid not null,
  key text not null,
  line bigint not null,
  primary key (account_id, import_id, key),
  foreign key (account_id, import_id) references customer_imports (account_id, id) on delete cascade
);

-- Merging

-- Two customers who are one person: the merged customer as they were, the fields of the kept customer that were filled
-- (with their earlier values), and the rows that were moved. An undo needs all three.
create table customer_merges (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  -- The customer whom the old id means today: kept_id, or the customer into whom kept_id was merged later.
  customer_id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null unique,
  user_id bigint,
  merged json_map not null,
  filled json_map not null,
  moved json_map not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index customer_merges_of_customer on customer_merges (account_id, customer_id, created_at desc, id desc);
create index customer_merges_of_user on customer_merges (account_id, user_id) where user_id is not null;
-- A site continues to send the external ids that it knows.
create index customer_merges_by_external_id on customer_merges (account_id, (merged ->> 'external_id'));
