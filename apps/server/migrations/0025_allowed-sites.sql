-- Where an inbox's chat may be embedded, as `https://shop.example`, `shop.example:8080` or `*.shop.example`. None: anywhere.
alter table inboxes add column allowed_sites jsonb not null default '[]' check (jsonb_typeof(allowed_sites) = 'array');
