alter table conversations drop constraint conversations_source_check;
alter table conversations add constraint conversations_source_check
  check (source in ('chat', 'slack', 'mattermost', 'discord', 'email', 'sms', 'api', 'sandbox'));
alter table messages drop constraint messages_source_check;
alter table messages add constraint messages_source_check
  check (source in ('chat', 'slack', 'mattermost', 'discord', 'email', 'sms', 'api', 'sandbox'));

-- For services that do not call us: we ask them for new posts.
alter table connected_services
  add column poll_at timestamptz(3) not null default now(),
  add column poll_failing_since timestamptz(3),
  add column poll_failure text;
-- The service's id of the last post that was read.
alter table service_threads add column read_up_to short_text;

-- A message is deleted before its posts are, so a post outlives its message and belongs to the conversation.
alter table service_posts add column conversation_id uuid;
update service_posts p set conversation_id = m.conversation_id
  from messages m where m.account_id = p.account_id and m.id = p.message_id;
alter table service_posts alter column conversation_id set not null;
alter table service_posts drop constraint service_posts_account_id_message_id_fkey;
alter table service_posts
  add foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade;
create index service_posts_of_conversation on service_posts (account_id, conversation_id);

-- removal: the posts of a message that was deleted.
alter table service_deliveries drop constraint service_deliveries_kind_check;
alter table service_deliveries add constraint service_deliveries_kind_check
  check (kind in ('message', 'edit', 'state', 'removal'));
alter table service_deliveries add column post_ids text[];
