create table tags (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  creator_id bigint,
  name short_text not null,
  description text,
  color short_text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, name),
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index tags_of_creator on tags (account_id, creator_id) where creator_id is not null;

create table conversation_tags (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  conversation_id uuid not null,
  tag_id uuid not null,
  creator_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, conversation_id, tag_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, tag_id) references tags (account_id, id) on delete cascade,
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index conversation_tags_of_tag on conversation_tags (account_id, tag_id, conversation_id);
create index conversation_tags_of_creator on conversation_tags (account_id, creator_id) where creator_id is not null;

create table customer_tags (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  tag_id uuid not null,
  creator_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, customer_id, tag_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, tag_id) references tags (account_id, id) on delete cascade,
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index customer_tags_of_tag on customer_tags (account_id, tag_id, customer_id);
create index customer_tags_of_creator on customer_tags (account_id, creator_id) where creator_id is not null;

create table issues (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  creator_id bigint,
  assignee_id bigint,
  title short_text not null,
  body text,
  state text not null default 'unstarted' check (state in ('unstarted', 'in_progress', 'in_review', 'done', 'closed')),
  github_issue_url text,
  finished_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id),
  foreign key (account_id, assignee_id) references users (account_id, id) on delete set null (assignee_id)
);
create index issues_by_update on issues (account_id, updated_at desc, id desc);
create index issues_by_state on issues (account_id, state, created_at desc);
create index issues_by_github_issue_url on issues (account_id, github_issue_url) where github_issue_url is not null;
create index issues_of_creator on issues (account_id, creator_id) where creator_id is not null;
create index issues_of_assignee on issues (account_id, assignee_id) where assignee_id is not null;

-- The customers who wait for an issue.
create table customer_issues (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid not null,
  issue_id uuid not null,
  creator_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, customer_id, issue_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, issue_id) references issues (account_id, id) on delete cascade,
  foreign key (account_id, creator_id) references users (account_id, id) on delete set null (creator_id)
);
create index customer_issues_of_issue on customer_issues (account_id, issue_id, customer_id);
create index customer_issues_of_creator on customer_issues (account_id, creator_id) where creator_id is not null;
