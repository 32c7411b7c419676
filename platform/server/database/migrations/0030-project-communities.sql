-- Where a project listens (SPEC 3): communities by their names in lower case and without `r/`, at most 50; none: it has
-- chosen none, and hears what its sources bring.
alter table project
  add column communities text[] not null default '{}' check (cardinality(communities) <= 50);
