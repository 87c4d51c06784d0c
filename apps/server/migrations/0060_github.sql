-- GitHub's own id of a linked issue stays the same when a repository is renamed. Its state there, `open` or `closed`, as last seen or set.
alter table issues add column github_issue_id text, add column github_state text;
create index issues_by_github_issue_id on issues (account_id, github_issue_id) where github_issue_id is not null;
