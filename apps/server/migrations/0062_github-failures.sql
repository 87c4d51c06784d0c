-- Why GitHub does not have the state of a linked issue, in GitHub's own words.
alter table issues add column github_failure text;
