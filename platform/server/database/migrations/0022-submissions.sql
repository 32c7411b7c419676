-- What a session asked to be made last, as a digest: a form that is sent twice may come to two web processes.
alter table session
  add column submitted text,
  add column submitted_at timestamptz;
