-- The language that an account's letters are written in.
alter table accounts add column language text not null default 'en'
  constraint accounts_language_check check (language in ('en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'));
