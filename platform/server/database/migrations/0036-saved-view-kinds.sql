-- Views of the CRM are saved beside views of the list of leads. Each list has its own names.
alter table saved_view add column kind text not null default 'leads' check (kind in ('leads', 'people'));
drop index saved_view_name;
create unique index saved_view_name on saved_view (project_id, kind, lower(name));
