-- When each worker of the job queue was last heard of. The jobs of one that fell silent are given to others.
create table job_workers (
  worker_id text primary key,
  seen_at timestamptz(3) not null default now()
);
