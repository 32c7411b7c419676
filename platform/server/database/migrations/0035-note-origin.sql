-- Whether Earshot wrote a note itself, such as one about a person who asked not to be contacted.
alter table note add column by_earshot boolean not null default false;
update note set by_earshot = true
where created_by is null and person_id is not null and text like 'Asked not to be contacted, in a %';
