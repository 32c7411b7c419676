-- Months of communities, since a year of days has too many rows to read (docs/decisions/0120). `day` is the first day.

alter table insight_day drop constraint insight_day_scope_check,
  add constraint insight_day_scope_check check (scope in ('all', 'community', 'month'));

insert into insight_day (project_id, realm, metric, scope, dimension, day, community, value, count)
select project_id, realm, metric, 'month', dimension, date_trunc('month', day)::date, community, value, sum(count)
from insight_day where scope = 'community' group by 1, 2, 3, 5, 6, 7, 8;
