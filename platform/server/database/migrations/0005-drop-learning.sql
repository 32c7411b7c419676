-- Decisions no longer move other leads (docs/decisions/0076).

drop trigger learn_made on decision;
drop trigger learn_changed on decision;
drop trigger learn_removed on decision;
drop function raise_learning;
drop table learning;
alter table decision drop column signs;
