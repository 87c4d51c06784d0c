-- Each process holds a shared advisory lock while it is connected. PostgreSQL drops the lock when the process dies.
alter table job_workers add column process_lock integer;
