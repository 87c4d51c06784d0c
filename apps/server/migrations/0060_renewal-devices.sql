-- Which device used a renewal token, as a hash: only the same one may use it again for a moment.
alter table renewal_tokens add column used_by bytea;
