-- How many bytes a file has, so that nobody has to open it to know. Of what came before this nobody wrote it down.
alter table files add column size bigint check (size >= 0);
