-- API clients sort leads by when they were created. New leads are added at its end, and nothing in it changes.
create index opportunity_created on opportunity (project_id, created_at, id)
  where sibling_of is null and released_at is not null;
